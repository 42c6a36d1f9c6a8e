// Where the lanes of a warp that part at a branch come together again.
//
// Theory of operation. Lanes that take different sides of a branch run one side after the other and
// reconverge at the branch's immediate post-dominator: the first instruction that every path from
// the branch to the function's end must pass. That is where ptxas puts its convergence barriers for
// structured code (BSSY/BSYNC in the machine code), which is why requests counted after a branch
// have the same lanes here as on the silicon.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace bankcheck::sim {

inline constexpr std::uint32_t kNoReconvergence = 0xffffffffu;

/// For each instruction of `function`: the index of the instruction at which lanes that part there
/// meet again (`instructions.size()` is the function's end), or kNoReconvergence for instructions
/// at which lanes cannot part and for branches from which the end cannot be reached.
std::vector<std::uint32_t> reconvergence_points(const ptx::Function& function);

}  // namespace bankcheck::sim
