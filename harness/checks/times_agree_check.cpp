// times_agree: a row's time ratio lies where its wavefront ratio says, within the rubric's bounds.
//
// A kernel that sleeps in proportion to the stride fakes the times but not the wavefronts; one that
// is bound by something else than shared memory falls short of them. Ratios of times fall short of
// wavefront ratios by nature (the baseline row is not purely bound by shared memory), so the bound
// below is wider than the one above.
#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {

Finding check_times_agree(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const auto rows = rows_of_set(input, spec);
  if (auto blocked = blocked_by_rows(input, finding, rows)) return *blocked;
  if (auto unsure = unsure_times(input, finding, rows)) return *unsure;
  std::vector<BadRow> bad;
  std::size_t judged = 0;
  for (const TableRow* row : rows) {
    if (!row->time_ratio || !row->measured_ratio) continue;
    ++judged;
    const double share = *row->time_ratio / *row->measured_ratio;
    if (share >= 1 - spec.numbers.at("below") && share <= 1 + spec.numbers.at("above")) continue;
    bad.push_back(
        {row, fmt::format("{} times the baseline's time, {} times its wavefronts",
                          ratio_text(*row->time_ratio), ratio_text(*row->measured_ratio))});
  }
  if (!bad.empty()) {
    return failed(finding, bad_rows_text(input, bad, judged),
                  "something other than shared memory takes the time");
  }
  if (judged == 0) {
    return not_applicable(finding, "nothing was timed: the simulator counts wavefronts only");
  }
  return passed(finding, fmt::format("in {} the time ratio fits the wavefront ratio",
                                     count_text(judged, "row", "rows")));
}

}  // namespace bankcheck::checks
