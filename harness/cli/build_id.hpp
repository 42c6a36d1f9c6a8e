// Names this build of the program.
#pragma once

#include <string>

namespace bankcheck::cli {

/// The build ID that the linker put into the program, a hash of all of it, in hexadecimal; the
/// version where there is none.
std::string build_id();

}  // namespace bankcheck::cli
