// Runs the blocks of a launch, in order or, where that makes no difference, beside each other.
#pragma once

#include "sim/block_context.hpp"
#include "sim/isa.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::sim {

/// What a launch is, with its memory.
struct PlacedLaunch {
  const Kernel& kernel;
  const ptx::Module& module;
  const base::Launch& launch;
  AddressSpace& memory;
  std::uint32_t shared_bytes = 0;
  ReadTrace* trace = nullptr;  ///< then blocks run in order
};

/// The result does not depend on Options::worker_threads.
LaunchResult run_blocks(const PlacedLaunch& launch, const Isa& isa, const Options& options);

}  // namespace bankcheck::sim
