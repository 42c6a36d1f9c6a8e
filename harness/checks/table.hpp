// The table that comes before every verdict: each row's record beside what was predicted for it.
#pragma once

#include <string>
#include <vector>

#include "base/run_record.hpp"
#include "checks/grade.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::submission {
struct Answers;
}

namespace bankcheck::checks {

/// Rows in the record's order. `measured` is the sweep's measure, `measured_ratio` its ratio to the
/// baseline row; both are absent where there is nothing to take them from. The student's columns
/// are left empty.
std::vector<TableRow> build_table(const rubric::Rubric& rubric, const base::RunRecord& record);

/// Fills in the student's columns: what they predicted for a row and what they report of it, from
/// the questions that the rubric's checks of degrees and ratios name.
void add_answers(std::vector<TableRow>& rows, const rubric::Rubric& rubric,
                 const submission::Answers& answers);

/// The row with this label; nullptr when there is none.
const TableRow* find_row(const std::vector<TableRow>& rows, const std::string& label);

/// `stride 3` where rows are values of a variable, else the label alone: `padded`.
std::string row_name(const rubric::Rubric& rubric, const std::string& label);

}  // namespace bankcheck::checks
