// Values of the special registers.
#pragma once

#include <cstdint>

#include "sim/block_context.hpp"

namespace bankcheck::sim {

/// Whether the register's value changes from block to block (the same for all threads of a block).
bool is_per_block(int index);

/// Special register number `index` for a lane. Machine-dependent ones (%smid, %gridid, …) are
/// fixed, so that a kernel does the same everywhere.
std::uint64_t special_value(int index, const BlockContext& context, const Warp& warp, int lane);

}  // namespace bankcheck::sim
