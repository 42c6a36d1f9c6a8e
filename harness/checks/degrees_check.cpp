// degrees: what the rows measured is what the bank model predicts for them.
#include <cmath>

#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/diagnoses.hpp"
#include "checks/hazard_advice.hpp"
#include "checks/measure.hpp"
#include "checks/padding.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

/// Means of whole numbers are compared; this is what a double can lose in the division.
constexpr double kRounding = 1e-9;

std::optional<double> measured_of(const TableRow& row, rubric::Measure measure) {
  return row.record.counts ? measure_value(*row.record.counts, measure) : std::nullopt;
}

std::optional<std::string> difference(const TableRow& row, const rubric::CheckSpec& spec) {
  const auto measured = measured_of(row, spec.measure);
  const double predicted = *row.predicted_degree;
  if (!measured) {
    return fmt::format("no {} to count, {} predicted", measure_unit(spec.measure),
                       number_text(predicted));
  }
  const double allowed = spec.numbers.at("tolerance") * predicted + kRounding;
  if (std::fabs(*measured - predicted) <= allowed) return std::nullopt;
  const auto worst = worst_line(row.record, spec.measure);
  const std::string place = worst ? line_text(worst->line) : "";
  return fmt::format("{} {}, {} predicted{}", ratio_text(*measured), measure_unit(spec.measure),
                     number_text(predicted), place.empty() ? "" : ": see " + place);
}

/// Padding that was allocated and is of no use: more shared memory than another row, the same
/// wavefronts.
std::optional<std::string> useless_padding(const CheckInput& input, const TableRow& row,
                                           rubric::Measure measure) {
  const TableRow* plain = unpadded_row(input.rows, row);
  if (plain == nullptr || measured_of(*plain, measure) != measured_of(row, measure)) {
    return std::nullopt;
  }
  return fmt::format(
      "{} takes {} bytes of shared memory more than {} and as many wavefronts: the allocation is "
      "padded, and an index still counts with the old width",
      row_name(input.rubric, row.record.label),
      row.record.shared_bytes - plain->record.shared_bytes,
      row_name(input.rubric, plain->record.label));
}

/// What usually lies behind a degree that is not the predicted one.
std::string hint_for(const CheckInput& input, const TableRow& row, rubric::Measure measure) {
  const auto measured = measured_of(row, measure);
  if (!measured) {
    return std::string("the kernel does not use shared memory where the exercise asks for it; ") +
           kUnusedReads;
  }
  if (*measured > *row.predicted_degree) {
    return useless_padding(input, row, measure).value_or(kExplainIndex);
  }
  return *measured > 1 + kRounding || !shows_broadcast(row)
             ? "the kernel does not make the accesses that were predicted: was it changed where it "
               "is to stay as handed out, or does an index lack a factor?"
             : "lanes that ask for the same word are served together: a broadcast, which is no "
               "conflict whatever the stride; do the lanes ask for the words that they should?";
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
  if (!bad.empty()) {
    return failed(finding, bad_rows_text(input, bad, rows.size()),
                  hint_for(input, *bad.front().row, spec.measure));
  }
  return passed(finding,
                fmt::format("{} took the predicted {}", count_text(rows.size(), "row", "rows"),
                            measure_unit(spec.measure)));
}

}  // namespace bankcheck::checks
