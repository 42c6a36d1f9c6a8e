#include "report/json_counts.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/access_rows.hpp"

namespace bankcheck::report {

using Json = nlohmann::ordered_json;

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json to_json(const base::MemoryCounts& counts) {
  Json json = Json::object();
  for (const AccessRow& row : access_rows(counts)) {
    if (row.requests == 0) continue;
    Json& entry = json[row.key];
    entry["requests"] = row.requests;
    entry[row.is_shared ? "wavefronts" : "sectors"] = row.amount;
    if (row.is_shared) entry["worst"] = row.worst;
    entry["mean"] = row.mean();
  }
  if (counts.unruled_atomics > 0) json["unruled_atomics"] = counts.unruled_atomics;
  return json;
}

Json to_json(const std::vector<base::LineCounts>& lines) {
  Json json = Json::array();
  for (const base::LineCounts& line : lines) {
    json.push_back({{"file", base::clean_utf8(line.line.file)},
                    {"line", line.line.line},
                    {"accesses", to_json(line.counts)}});
  }
  return json;
}

Json to_json(const base::Dim3& place) { return Json::array({place.x, place.y, place.z}); }

Json to_json(const base::ThreadId& thread) {
  return {{"block", to_json(thread.block)}, {"thread", to_json(thread.thread)}};
}

Json to_json(const base::Hazard& hazard) {
  return {{"kind", checks::hazard_text(hazard.kind)},
          {"fatal", hazard.fatal},
          {"file", base::clean_utf8(hazard.line.file)},
          {"line", hazard.line.line},
          {"at", to_json(hazard.thread)},
          {"text", base::clean_utf8(hazard.text)},
          {"occurrences", hazard.occurrences}};
}

Json to_json(const std::vector<base::Hazard>& hazards) {
  Json json = Json::array();
  for (const base::Hazard& hazard : hazards) json.push_back(to_json(hazard));
  return json;
}

}  // namespace bankcheck::report
