// What compiled code does that a person who reads a grade wants to know.
#pragma once

#include <string>
#include <vector>

#include "ptx/module.hpp"

namespace bankcheck::batch {

/// Each kind once, at the first line that does it: reads of a clock and sleeps, which can fake
/// times.
std::vector<std::string> code_notes(const ptx::Module& module);

}  // namespace bankcheck::batch
