// A launch in which some of the shared reads bring another value than they should: it shows whose
// results rest on what they read.
//
// Theory of operation. The ledger says which words were read, not what became of them. A kernel can
// make every read, throw the values away and take its result from elsewhere: from global memory,
// or from one thread that did the work for all. So the exact launch is run once more, inputs and
// all, and the simulator changes one read, drawn by chance, of every second thread, drawn by
// chance, on the way from shared memory to the register (sim::ReadAlteration). The kernel cannot
// tell the two launches apart before that read. A thread whose read was changed must then have
// another result; a thread whose reads were left alone must have the same as before. A thread that
// drops a part of its reads passes with the chance of the part it keeps; a launch has thousands.
//
// The changed value is finite and of the same size, so that tricks such as adding `s - s` do not
// turn a value that is not used into a NaN.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/launch.hpp"
#include "base/run_record.hpp"
#include "checks/receipt.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::checks {

/// Judges the launch's buffers after it ran with `alteration`. Looks at the outputs that have an
/// element for each thread; absent when there are none.
std::optional<base::LedgerOutcome> judge_use(const PreparedLaunch& prepared,
                                             const std::vector<base::Buffer>& buffers,
                                             const sim::ReadAlteration& alteration);

}  // namespace bankcheck::checks
