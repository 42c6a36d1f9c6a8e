// Joins a kernel's neighbouring shared loads into vectors where ptxas does, so that a second run
// counts the requests that a card is expected to make.
#pragma once

#include <cstddef>
#include <string>

#include "ptx/module.hpp"

namespace bankcheck::sim {

/// Changes the kernel of that name, of which there must be one; its results stay the same. Returns
/// how many loads are gone. A joined load may read words that no lane asked for: run it without
/// looking for hazards.
std::size_t merge_shared_loads(ptx::Module& module, const std::string& kernel);

}  // namespace bankcheck::sim
