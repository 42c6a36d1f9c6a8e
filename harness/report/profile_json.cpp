#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/json_counts.hpp"
#include "report/profile_report.hpp"

namespace bankcheck::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;

Json lines_with_source(const Profile& profile) {
  Json lines = to_json(profile.lines);
  for (std::size_t i = 0; i < profile.lines.size(); ++i) {
    const auto source = profile.source_lines.find(profile.lines[i].line);
    if (source != profile.source_lines.end()) {
      lines[i]["source"] = base::clean_utf8(source->second);
    }
  }
  return lines;
}

Json buffer_json(const base::Buffer& buffer) {
  Json values = Json::array();
  for (std::size_t i = 0; i < buffer.length(); ++i) {
    values.push_back(number_json(base::element_as_double(buffer, i)));
  }
  return {{"name", base::clean_utf8(buffer.name)},
          {"type", base::name(buffer.type)},
          {"values", std::move(values)}};
}

}  // namespace

std::string render_profile_json(const Profile& profile) {
  Json json = {{"schema_version", kSchemaVersion},
               {"bankcheck", profile.harness_version},
               {"source", base::clean_utf8(profile.source)},
               {"kernel", base::clean_utf8(profile.kernel)},
               {"architecture", profile.architecture},
               {"toolchain", base::clean_utf8(profile.toolchain)},
               {"grid", to_json(profile.grid)},
               {"block", to_json(profile.block)},
               {"shared_bytes", profile.shared_bytes},
               {"warp_instructions", profile.warp_instructions},
               {"outcome", checks::outcome_text(profile.outcome)},
               {"outcome_text", base::clean_utf8(profile.outcome_text)},
               {"totals", to_json(profile.counts)},
               {"lines", lines_with_source(profile)},
               {"hazards", to_json(profile.hazards)},
               {"printed", base::clean_utf8(profile.printed)}};
  if (profile.joined_loads) {
    json["joined_shared_loads"] = {{"requests", profile.joined_loads->requests},
                                   {"wavefronts", profile.joined_loads->wavefronts}};
  }
  json["buffers"] = Json::array();
  for (const base::Buffer& buffer : profile.shown_buffers) {
    json["buffers"].push_back(buffer_json(buffer));
  }
  return json.dump(2) + "\n";
}

}  // namespace bankcheck::report
