// The global memory of one launch: parameters, module variables, buffers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "base/result.hpp"
#include "ptx/module.hpp"
#include "sim/address_space.hpp"
#include "sim/kernel.hpp"
#include "sim/lowering.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::sim {

/// Where module variables will lie: fixed by the module alone, so that code can hold the addresses.
VariableAddresses variable_addresses(const ptx::Module& module);

/// Whether the launch's shape and arguments fit the kernel.
base::Diagnostics check_launch(const Kernel& kernel, const base::Launch& launch);

/// Why a card would refuse the launch for what the kernel declares (shared memory, threads of a
/// block); empty when it would not.
std::string launch_refusal(const Kernel& kernel, const base::Launch& launch,
                           const Options& options);

class LaunchMemory {
 public:
  LaunchMemory(const ptx::Module& module, const Kernel& kernel, base::Launch& launch);
  LaunchMemory(const LaunchMemory&) = delete;

  AddressSpace& space() { return space_; }

 private:
  std::vector<std::byte> parameters_;
  AddressSpace space_;
  std::vector<std::vector<std::byte>> variables_;
};

}  // namespace bankcheck::sim
