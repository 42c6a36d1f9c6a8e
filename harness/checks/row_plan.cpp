#include "checks/row_plan.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace bankcheck::checks {
namespace {

base::RowOrigin origin_of(const rubric::RowSpec& row) {
  if (row.hidden) return base::RowOrigin::kHidden;
  return row.added ? base::RowOrigin::kAdded : base::RowOrigin::kBase;
}

bool has_row(const std::vector<RowPlan>& rows, const std::string& label) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const RowPlan& row) { return row.spec.label == label; });
}

class StudentRows {
 public:
  StudentRows(const rubric::Rubric& rubric, SweepPlan& plan) : rubric_(rubric), plan_(plan) {}

  void add(std::int64_t value) {
    const rubric::Sweep& sweep = rubric_.sweep;
    rubric::RowSpec row = rubric_.student_row(value);
    if (has_row(plan_.rows, row.label)) return;
    if (value < sweep.lowest || value > sweep.highest) {
      plan_.notes.push_back(fmt::format("{} {} is not run: it is outside {} to {}", sweep.variable,
                                        value, sweep.lowest, sweep.highest));
      return;
    }
    if (added_ == rubric_.limits.student_rows) {
      if (!limit_noted_) {
        plan_.notes.push_back(
            fmt::format("only the first {} rows of your own are run", rubric_.limits.student_rows));
      }
      limit_noted_ = true;
      return;
    }
    ++added_;
    plan_.rows.push_back({std::move(row), base::RowOrigin::kStudent});
  }

 private:
  const rubric::Rubric& rubric_;
  SweepPlan& plan_;
  unsigned added_ = 0;
  bool limit_noted_ = false;
};

}  // namespace

SweepPlan plan_rows(const rubric::Rubric& rubric,
                    const std::optional<std::vector<std::int64_t>>& listed_rows,
                    bool include_hidden) {
  SweepPlan plan;
  for (const rubric::RowSpec& row : rubric.sweep.rows) {
    if (row.hidden && !include_hidden) continue;
    plan.rows.push_back({row, origin_of(row)});
  }
  if (!listed_rows || rubric.sweep.variable.empty()) return plan;
  StudentRows own(rubric, plan);
  for (const std::int64_t value : *listed_rows) own.add(value);
  return plan;
}

base::RowRecord begin_record(const RowPlan& plan) {
  base::RowRecord record;
  record.label = plan.spec.label;
  record.origin = plan.origin;
  record.kernel = plan.spec.kernel;
  record.variables = plan.spec.variables;
  return record;
}

}  // namespace bankcheck::checks
