// rows_added: the student listed the rows that the exercise asks them to add.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checks/check_table.hpp"

namespace bankcheck::checks {
namespace {

bool is_listed(const CheckInput& input, const std::string& label) {
  const rubric::RowSpec* row = input.rubric.find_row(label);
  if (row == nullptr) return false;
  const auto value = row->variables.find(input.rubric.sweep.variable);
  const auto& listed = *input.listed_rows;
  return value != row->variables.end() &&
         std::find(listed.begin(), listed.end(), value->second) != listed.end();
}

bool did_not_compile(const CheckInput& input) {
  return std::any_of(input.rows.begin(), input.rows.end(), [](const TableRow& row) {
    return row.record.outcome == base::RowOutcome::kCompileError && row.record.outcome_text.empty();
  });
}

}  // namespace

Finding check_rows_added(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const std::string& array = input.rubric.sweep.rows_from;
  if (!input.listed_rows) {
    return failed(
        finding, fmt::format("{} could not be read: {}", array, input.listed_rows_note),
        did_not_compile(input)
            ? "mend the compiler's first error, which stands above"
            : fmt::format("declare it outside of all functions, as in: constexpr int {}[] "
                          "= {{1, 2, 4}};",
                          array));
  }
  std::vector<std::string> missing;
  for (const std::string& label : spec.row_set) {
    if (!is_listed(input, label)) missing.push_back(label);
  }
  if (!missing.empty()) {
    return partly(finding, spec.row_set.size() - missing.size(), spec.row_set.size(),
                  fmt::format("{} lacks {}", array, fmt::join(missing, ", ")),
                  fmt::format("add {} to {}", fmt::join(missing, ", "), array));
  }
  return passed(finding, fmt::format("{} has {}", array, fmt::join(spec.row_set, ", ")));
}

}  // namespace bankcheck::checks
