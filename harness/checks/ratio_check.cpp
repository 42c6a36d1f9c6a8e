// ratio: one row's counts are so many times another's. Counts only: no card promises a speed-up.
#include <array>

#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/measure.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

std::optional<double> count_of(const TableRow& row, rubric::Measure measure) {
  return row.record.counts ? measure_value(*row.record.counts, measure) : std::nullopt;
}

}  // namespace

Finding check_ratio(const CheckInput& input, const rubric::CheckSpec& spec) {
  Finding finding = begin_finding(spec);
  const std::array rows{named_row(input, spec, "row"), named_row(input, spec, "to")};
  for (const TableRow* row : rows) {
    if (row != nullptr) continue;
    finding.status = FindingStatus::kError;
    finding.evidence = "a row that it compares was not run";
    return finding;
  }
  if (auto blocked = blocked_by_rows(input, finding, rows)) return *blocked;
  const auto above = count_of(*rows[0], spec.measure);
  const auto below = count_of(*rows[1], spec.measure);
  if (!above || !below || *below <= 0) {
    const TableRow& empty = above ? *rows[1] : *rows[0];
    return failed(finding,
                  fmt::format("{} has no {} to count", row_name(input.rubric, empty.record.label),
                              measure_unit(spec.measure)),
                  "the kernel does not make these accesses yet, or what they bring is not used");
  }
  const double ratio = *above / *below;
  const std::string evidence = fmt::format(
      "{} has {} {}, {} has {}: ratio {}", row_name(input.rubric, rows[0]->record.label),
      number_text(*above), measure_unit(spec.measure),
      row_name(input.rubric, rows[1]->record.label), number_text(*below), ratio_text(ratio));
  const double least = spec.numbers.at("at_least");
  const double most = spec.numbers.at("at_most");
  if (ratio < least) {
    return failed(finding, fmt::format("{}, at least {} wanted", evidence, number_text(least)));
  }
  if (ratio > most) {
    return failed(finding, fmt::format("{}, at most {} allowed", evidence, number_text(most)));
  }
  return passed(finding, evidence);
}

}  // namespace bankcheck::checks
