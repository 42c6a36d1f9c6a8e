// The columns of the sweep's table, the same on a terminal and on a page. Texts are as they came:
// who renders them escapes them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checks/grade.hpp"
#include "report/terminal.hpp"

namespace bankcheck::report {

/// A column of numbers: its heading, in lines, and where a row has its number.
struct NumberColumn {
  std::vector<std::string> heading;
  std::function<std::optional<double>(const checks::TableRow&)> value;
  std::string (*text)(double);
  bool always = false;  ///< also shown when no row has a value
};

/// Those that some row has a number for, or that are always shown.
std::vector<NumberColumn> shown_columns(const checks::Grade& grade);
/// The number, or a dash.
std::string value_text(const NumberColumn& column, const checks::TableRow& row);

/// `ok`, or what is wrong, in place of the numbers that the row does not have.
Cell result_cell(const base::RowRecord& record);

/// `hidden`, `student's own` or nothing; and whether any row has such a mark.
const char* origin_mark(base::RowOrigin origin);
bool has_origin_marks(const checks::Grade& grade);

/// Headings of the first column, `stride` or `row`, and of the last.
std::string row_heading(const checks::Grade& grade);
std::string result_heading(const checks::Grade& grade);

}  // namespace bankcheck::report
