#include "checks/use_receipt.hpp"

#include <algorithm>

namespace bankcheck::checks {
namespace {

constexpr const char* kUnused =
    "has the same result when one of its shared reads brings another value: it does not use what "
    "it reads";
constexpr const char* kBorrowed =
    "has another result when only other threads' shared reads bring other values: its result is "
    "not made of its own reads";

base::LedgerOutcome failure(const PreparedLaunch& prepared, std::size_t index, const char* text) {
  const rubric::Geometry::Place place = prepared.geometry.place(index);
  return {false, base::ThreadId{place.block, place.thread}, text};
}

}  // namespace

std::optional<base::LedgerOutcome> judge_use(const PreparedLaunch& prepared,
                                             const std::vector<base::Buffer>& buffers,
                                             const sim::ReadAlteration& alteration) {
  const rubric::Geometry& geometry = prepared.geometry;
  std::size_t judged = 0;
  for (const ExpectedBuffer& expected : prepared.expected) {
    if (!expected.is_per_thread) continue;
    const std::size_t elements = std::min<std::size_t>(
        expected.values.size(), geometry.grid.count() * geometry.block.count());
    for (std::size_t i = 0; i < elements; ++i) {
      const bool is_altered = alteration.altered_read(i).has_value();
      if (is_right(expected, buffers[expected.buffer], i) != is_altered) continue;
      return failure(prepared, i, is_altered ? kUnused : kBorrowed);
    }
    judged += elements;
  }
  if (judged == 0) return std::nullopt;
  return base::LedgerOutcome{true, std::nullopt, "every result rests on its thread's own reads"};
}

}  // namespace bankcheck::checks
