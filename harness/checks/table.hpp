// The table that comes before every verdict: each row's record beside what was predicted for it.
#pragma once

#include <string>
#include <vector>

#include "base/run_record.hpp"
#include "checks/grade.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::checks {

/// Rows in the record's order. `measured` is the sweep's measure, `measured_ratio` its ratio to the
/// baseline row; both are absent where there is nothing to take them from. The student's columns
/// are left empty.
std::vector<TableRow> build_table(const rubric::Rubric& rubric, const base::RunRecord& record);

/// The row with this label; nullptr when there is none.
const TableRow* find_row(const std::vector<TableRow>& rows, const std::string& label);

/// `stride 3` where rows are values of a variable, else the label alone: `padded`.
std::string row_name(const rubric::Rubric& rubric, const std::string& label);

}  // namespace bankcheck::checks
