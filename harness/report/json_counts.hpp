// Counts and hazards of a row as JSON, the same in grades and profiles.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/run_record.hpp"

namespace bankcheck::report {

nlohmann::ordered_json to_json(const base::MemoryCounts& counts);
nlohmann::ordered_json to_json(const std::vector<base::LineCounts>& lines);
nlohmann::ordered_json to_json(const base::Hazard& hazard);
nlohmann::ordered_json to_json(const std::vector<base::Hazard>& hazards);
nlohmann::ordered_json to_json(const base::ThreadId& thread);
nlohmann::ordered_json to_json(const base::Dim3& place);
/// A number, or null for NaN and infinities, which JSON cannot say.
nlohmann::ordered_json number_json(double value);

}  // namespace bankcheck::report
