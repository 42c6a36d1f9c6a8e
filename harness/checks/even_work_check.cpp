// even_work: apart from the accesses that are measured, every row does the work of the baseline
// row.
//
// Instructions, other shared accesses and global traffic take time too. A kernel that does more of
// them at some strides moves its time ratios by hand. Counts of honest rows differ little: the
// rubric's `above` is what a row may have more, as a part of the baseline's count.
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

/// Counts so small that they take no time are not compared: one for each thread of a block or so.
constexpr std::uint64_t kSlack = 1024;

struct Work {
  const char* name;
  std::uint64_t (*of)(const base::RowRecord& record);
};

constexpr std::array kWork = {
    Work{"warp instructions", [](const base::RowRecord& r) { return r.warp_instructions; }},
    Work{"shared store wavefronts",
         [](const base::RowRecord& r) { return r.counts->shared_store.wavefronts; }},
    Work{"shared atomic wavefronts",
         [](const base::RowRecord& r) { return r.counts->shared_atomic.wavefronts; }},
    Work{"sectors of global loads",
         [](const base::RowRecord& r) { return r.counts->global_load.sectors; }},
    Work{"sectors of global stores",
         [](const base::RowRecord& r) { return r.counts->global_store.sectors; }},
    Work{"sectors of global atomics",
         [](const base::RowRecord& r) { return r.counts->global_atomic.sectors; }},
};

std::optional<std::string> excess(const base::RowRecord& row, const base::RowRecord& baseline,
                                  double above) {
  for (const Work& work : kWork) {
    const std::uint64_t found = work.of(row);
    const std::uint64_t usual = work.of(baseline);
    const double most = static_cast<double>(usual) * (1 + above) + static_cast<double>(kSlack);
    if (static_cast<double>(found) <= most) continue;
    return fmt::format("{} {}, the baseline has {}", found, work.name, usual);
  }
  return std::nullopt;
}

}  // namespace

Finding check_even_work(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const auto rows = rows_of_set(input, spec);
  if (auto blocked = blocked_by_rows(input, finding, rows)) return *blocked;
  if (auto idle = blocked_by_idle_rows(input, finding, rows)) return *idle;
  const TableRow* baseline = find_row(input.rows, input.rubric.sweep.baseline);
  std::vector<BadRow> bad;
  for (const TableRow* row : rows) {
    if (baseline == nullptr || !baseline->record.counts || !row->record.counts) continue;
    if (auto text = excess(row->record, baseline->record, spec.numbers.at("above"))) {
      bad.push_back({row, std::move(*text)});
    }
  }
  if (!bad.empty()) {
    return failed(finding, bad_rows_text(input, bad, rows.size()),
                  "apart from the accesses that are measured, every row must do the same");
  }
  return passed(finding, fmt::format("{} do the work of the baseline and their own accesses",
                                     count_text(rows.size(), "row", "rows")));
}

}  // namespace bankcheck::checks
