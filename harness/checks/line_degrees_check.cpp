// line_degrees: no source line takes more of a measure than the rubric allows it.
#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/hazard_advice.hpp"
#include "checks/measure.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

/// Means of whole numbers are compared; this is what a double can lose in the division.
constexpr double kRounding = 1e-9;

const char* advice_on(rubric::Measure measure) {
  const bool global = measure == rubric::Measure::kGlobalLoadSectors ||
                      measure == rubric::Measure::kGlobalStoreSectors;
  return global ? "neighbouring lanes (threadIdx.x) should access neighbouring elements"
                : kExplainIndex;
}

}  // namespace

Finding check_line_degrees(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const auto rows = rows_of_set(input, spec);
  if (auto blocked = blocked_by_rows(input, finding, rows)) return *blocked;
  const double allowed = spec.numbers.at("at_most");
  const std::string unit = measure_unit(spec.measure);
  std::vector<BadRow> bad;
  for (const TableRow* row : rows) {
    const auto worst = worst_line(row->record, spec.measure);
    if (!worst) {
      bad.push_back({row, fmt::format("no {} to count", unit)});
    } else if (worst->measured > allowed + kRounding) {
      const std::string place = line_text(worst->line);
      bad.push_back({row, fmt::format("{}{} {}, {} allowed", place.empty() ? "" : place + ": ",
                                      ratio_text(worst->measured), unit, number_text(allowed))});
    }
  }
  if (!bad.empty()) {
    return failed(finding, bad_rows_text(input, bad, rows.size()), advice_on(spec.measure));
  }
  return passed(finding, fmt::format("no line takes more than {} {}", number_text(allowed), unit));
}

}  // namespace bankcheck::checks
