// What a row's ratio and degree are taken from.
#pragma once

#include <optional>

#include "base/run_record.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::checks {

/// The measure's value for these counts: a mean per request, or a total where the measure says so.
/// Absent when the kernel made no such request, so that nothing is divided by nothing.
std::optional<double> measure_value(const base::MemoryCounts& counts, rubric::Measure measure);

/// For evidence: `wavefronts per shared load`, `sectors per global store`, …
const char* measure_unit(rubric::Measure measure);
/// For a table: `wavefront`, `sector` or `request`.
const char* measure_noun(rubric::Measure measure);
bool is_total(rubric::Measure measure);

}  // namespace bankcheck::checks
