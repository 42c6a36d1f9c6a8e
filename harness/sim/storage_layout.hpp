// Which functions a kernel can reach, and where its shared, local and parameter variables lie.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ptx/module.hpp"
#include "sim/kernel.hpp"

namespace bankcheck::sim {

/// `entry` first, then every function that it can call, directly or through a pointer.
std::vector<const ptx::Function*> reachable_functions(const ptx::Module& module,
                                                      const ptx::Function& entry);

/// Offsets of names within one kind of storage.
using Offsets = std::map<std::string, std::uint64_t, std::less<>>;

/// Lays the shared variables that `functions` use out in the order of their declarations, each at
/// its alignment, the dynamic one behind them; fills the kernel's shared fields.
Offsets lay_out_shared(const ptx::Module& module,
                       const std::vector<const ptx::Function*>& functions, Kernel& kernel);

/// Lays out the function's local variables; `size_bytes` receives the frame's size.
Offsets lay_out_local(const ptx::Function& function, std::uint32_t& size_bytes);

/// Fills the offsets of the entry's parameters, each at its alignment, and their total size.
void lay_out_parameters(const ptx::Function& entry, Kernel& kernel);

}  // namespace bankcheck::sim
