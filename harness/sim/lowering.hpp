// From a parsed kernel to ops that the interpreter runs.
#pragma once

#include "base/result.hpp"
#include "ptx/module.hpp"
#include "sim/isa.hpp"
#include "sim/kernel.hpp"

namespace bankcheck::sim {

/// Addresses of module variables in the order of Module::variables (shared ones: 0).
using VariableAddresses = std::vector<std::uint64_t>;

/// Lowers `entry` and the functions that it can call. The diagnostics name every instruction that
/// has no body, with its source line.
base::Result<Kernel> lower(const ptx::Module& module, const ptx::Function& entry,
                           const VariableAddresses& addresses, const Isa& isa);

}  // namespace bankcheck::sim
