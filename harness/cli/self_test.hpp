// A built-in kernel of known conflicts, run to prove that this machine counts right.
#pragma once

#include <optional>
#include <string>

#include "cli/toolchain.hpp"
#include "gpu/counters.hpp"
#include "gpu/session.hpp"

namespace bankcheck::cli {

/// One warp reads 32 words of an array, each a stride apart; the wavefronts are known for each
/// stride. All of these return what went wrong, or nothing.

/// From PTX text that is part of this program: parser and simulator alone.
std::optional<std::string> prove_simulator();
/// From a .cu file, through the sandbox, the compiler and the simulator.
std::optional<std::string> prove_whole_path(const Workshop& workshop);
/// From the same PTX on a GPU, compiled by its driver: the results, not the wavefronts.
std::optional<std::string> prove_gpu(gpu::Session& session);
/// The wavefronts that a GPU's counters give for it.
std::optional<std::string> prove_counters(const gpu::CounterTools& tools);

/// For the report: `strides 1 2 3 8 32 take 1 2 1 8 32 wavefronts`.
std::string self_test_text();

}  // namespace bankcheck::cli
