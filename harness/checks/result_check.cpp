// result: every element of every output of every row is what the rubric says.
#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/hazard_advice.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {

Finding check_result(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const auto rows = rows_of_set(input, spec);
  std::vector<BadRow> wrong;
  for (const TableRow* row : rows) {
    const base::RowRecord& record = row->record;
    if (record.outcome != base::RowOutcome::kWrongResult || !record.mismatch) continue;
    wrong.push_back(
        {row, fmt::format("{} ({} of {} elements wrong)", mismatch_text(*record.mismatch),
                          record.mismatch->wrong_elements, record.mismatch->elements)});
  }
  if (auto blocked = blocked_by_rows(input, finding, rows)) {
    if (blocked->status != FindingStatus::kFailed || wrong.empty()) return *blocked;
  }
  if (!wrong.empty()) {
    return failed(finding, bad_rows_text(input, wrong, rows.size()),
                  advice_on_result(wrong.front().row->record));
  }
  return passed(
      finding, fmt::format("every element of {} is right", count_text(rows.size(), "row", "rows")));
}

}  // namespace bankcheck::checks
