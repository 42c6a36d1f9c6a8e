// What a row's ratio and degree are taken from.
#pragma once

#include <optional>

#include "base/run_record.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::checks {

/// The measure's value for these counts: a mean per request, or a total where the measure says so.
/// Absent when the kernel made no such request, so that nothing is divided by nothing.
std::optional<double> measure_value(const base::MemoryCounts& counts, rubric::Measure measure);

/// The source line whose requests take most of the measure; absent when no line makes any.
struct WorstLine {
  base::SourceLine line;
  double measured = 0;
};
std::optional<WorstLine> worst_line(const base::RowRecord& record, rubric::Measure measure);

/// For evidence: `wavefronts per shared load`, `sectors per global store`, …
const char* measure_unit(rubric::Measure measure);
/// For a table: `wavefront`, `sector` or `request`.
const char* measure_noun(rubric::Measure measure);
bool is_total(rubric::Measure measure);

}  // namespace bankcheck::checks
