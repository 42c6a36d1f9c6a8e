// The names by which expressions know a thread: `tx` … `bz`, `thread`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/launch.hpp"
#include "rubric/expression.hpp"

namespace bankcheck::rubric {

/// `thread` is the linear index within the block. The first kBlockNames are those that differ from
/// block to block.
inline constexpr std::array<std::string_view, 7> kThreadNames{"bx", "by", "bz",    "tx",
                                                              "ty", "tz", "thread"};
inline constexpr std::size_t kBlockNames = 3;

using ThreadValues = std::array<std::int64_t, kThreadNames.size()>;

/// In the order of kThreadNames.
ThreadValues thread_values(const base::Dim3& block_index, const base::Dim3& thread_index,
                           const base::Dim3& block);

/// Whether the expression names the thread, and whether it names the thread's block.
bool uses_thread(const Expression& expression);
bool uses_block(const Expression& expression);

}  // namespace bankcheck::rubric
