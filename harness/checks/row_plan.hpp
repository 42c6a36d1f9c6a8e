// The rows that a submission is run on: the rubric's and the student's own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/run_record.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::checks {

struct RowPlan {
  rubric::RowSpec spec;
  base::RowOrigin origin = base::RowOrigin::kBase;
};

struct SweepPlan {
  std::vector<RowPlan> rows;
  std::vector<std::string> notes;  ///< rows of the student's that are not run, and why
};

/// The rubric's rows in its order (hidden ones only when `include_hidden`), then the student's own
/// in theirs, each value once. Values outside the sweep's range or past the rubric's limit are
/// noted.
SweepPlan plan_rows(const rubric::Rubric& rubric,
                    const std::optional<std::vector<std::int64_t>>& listed_rows,
                    bool include_hidden);

/// The record of a planned row before it has run.
base::RowRecord begin_record(const RowPlan& plan);

}  // namespace bankcheck::checks
