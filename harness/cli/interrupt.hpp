// Ctrl-C: asks the work to stop, so that what is known by then can still be shown.
#pragma once

#include <atomic>

namespace bankcheck::cli {

/// From the first call on SIGINT and SIGTERM set the flag that is returned. A second signal ends
/// the program at once.
const std::atomic<bool>& stop_on_interrupt();

}  // namespace bankcheck::cli
