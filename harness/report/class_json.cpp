// The class for programs, and for this one: class_json_reader.cpp reads it back. README.md beside
// this file documents every key.
#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "checks/entry_json.hpp"
#include "report/class_table.hpp"
#include "report/json_counts.hpp"

namespace bankcheck::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;

/// No number where there is no mark.
Json entry_json(const checks::ClassEntry& entry) {
  Json json = checks::to_json(entry);
  if (!mark_of(entry)) json["points"] = nullptr;
  return json;
}

}  // namespace

/// A line for each student: of a large class, no more than one is ever in memory as JSON.
std::string render_class_json(const checks::ClassGrades& grades) {
  const Json json = {
      {"schema_version", kSchemaVersion},
      {"bankcheck", base::clean_utf8(grades.harness_version)},
      {"exercise", base::clean_utf8(grades.exercise)},
      {"title", base::clean_utf8(grades.title)},
      {"rubric", {{"path", base::clean_utf8(grades.rubric_path)}, {"sha256", grades.rubric_hash}}},
      {"toolchain", base::clean_utf8(grades.toolchain)},
      {"heading", base::clean_utf8(grades.row_heading)},
      {"max_points", number_json(grades.max_points)},
      {"pass_mark", number_json(grades.pass_mark)}};
  std::string text = json.dump(1);
  text.resize(text.rfind('\n'));
  text += ",\n \"students\": [";
  const char* separator = "\n  ";
  for (const checks::ClassEntry& entry : grades.entries) {
    const std::string line = entry_json(entry).dump();
    // Where the text grows on its own, that of a large class is there twice for a moment.
    if (&entry == &grades.entries.front()) {
      text.reserve(text.size() + grades.entries.size() * (line.size() + line.size() / 4));
    }
    text += separator + line;
    separator = ",\n  ";
  }
  text += "\n ]\n}\n";
  return text;
}

}  // namespace bankcheck::report
