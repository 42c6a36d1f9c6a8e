// degrees: what the rows measured is what the bank model predicts for them.
#include <cmath>

#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/measure.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

/// Means of whole numbers are compared; this is what a double can lose in the division.
constexpr double kRounding = 1e-9;

std::optional<std::string> difference(const TableRow& row, const rubric::CheckSpec& spec) {
  const auto measured =
      row.record.counts ? measure_value(*row.record.counts, spec.measure) : std::nullopt;
  const double predicted = *row.predicted_degree;
  if (!measured) {
    return fmt::format("no {} to count, {} predicted", measure_unit(spec.measure),
                       number_text(predicted));
  }
  const double allowed = spec.numbers.at("tolerance") * predicted + kRounding;
  if (std::fabs(*measured - predicted) <= allowed) return std::nullopt;
  return fmt::format("{} {}, {} predicted", ratio_text(*measured), measure_unit(spec.measure),
                     number_text(predicted));
}

}  // namespace

Finding check_degrees(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  std::vector<const TableRow*> rows;
  for (const TableRow* row : rows_of_set(input, spec)) {
    if (row->predicted_degree) rows.push_back(row);
  }
  if (auto blocked = blocked_by_rows(input, finding, rows)) return *blocked;
  std::vector<BadRow> bad;
  for (const TableRow* row : rows) {
    if (auto text = difference(*row, spec)) bad.push_back({row, *text});
  }
  if (!bad.empty()) return failed(finding, bad_rows_text(input, bad, rows.size()));
  return passed(finding,
                fmt::format("{} took the predicted {}", count_text(rows.size(), "row", "rows"),
                            measure_unit(spec.measure)));
}

}  // namespace bankcheck::checks
