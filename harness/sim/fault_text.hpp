// Says in a student's words where an access went that may not be made: in elements of the array
// that the source declares, and in bytes.
#pragma once

#include <cstdint>
#include <string>

#include "sim/block_context.hpp"

namespace bankcheck::sim {

/// `word 32 of shared array tile`, counted from the array's start.
std::string place_in_shared(const Kernel& kernel, std::uint32_t address);

/// The sentence for `thread`, which `verb`s (reads, writes, ...) `width` bytes at a global address
/// that is in no allocation. An access in the gap between two buffers is told of the nearer one.
std::string outside_buffers_text(const BlockContext& block, std::uint32_t thread, const char* verb,
                                 std::uint64_t address, std::uint32_t width);

/// The same for shared memory; `address` is from the start of the block's, and wraps around below
/// 0.
std::string outside_shared_text(const BlockContext& block, std::uint32_t thread, const char* verb,
                                std::uint32_t address, std::uint32_t width);

}  // namespace bankcheck::sim
