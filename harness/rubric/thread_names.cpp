#include "rubric/thread_names.hpp"

#include <algorithm>

namespace bankcheck::rubric {
namespace {

bool uses_any(const Expression& expression, std::size_t count) {
  return std::any_of(
      kThreadNames.begin(), kThreadNames.begin() + static_cast<std::ptrdiff_t>(count),
      [&](std::string_view name) { return expression.names().count(std::string(name)) != 0; });
}

}  // namespace

ThreadValues thread_values(const base::Dim3& block_index, const base::Dim3& thread_index,
                           const base::Dim3& block) {
  const std::uint64_t linear =
      thread_index.x + block.x * (thread_index.y + std::uint64_t{block.y} * thread_index.z);
  return {block_index.x,
          block_index.y,
          block_index.z,
          thread_index.x,
          thread_index.y,
          thread_index.z,
          static_cast<std::int64_t>(linear)};
}

bool uses_thread(const Expression& expression) { return uses_any(expression, kThreadNames.size()); }

bool uses_block(const Expression& expression) { return uses_any(expression, kBlockNames); }

}  // namespace bankcheck::rubric
