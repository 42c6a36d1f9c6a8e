// The class for programs, and for this one: class_json_reader.cpp reads it back. README.md beside
// this file documents every key.
#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "report/class_table.hpp"
#include "report/json_counts.hpp"
#include "report/json_keys.hpp"

namespace bankcheck::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;

Json optional_json(const std::optional<double>& value) {
  return value ? number_json(*value) : Json(nullptr);
}

Json texts_json(const std::vector<std::string>& texts) {
  Json json = Json::array();
  for (const std::string& text : texts) json.push_back(base::clean_utf8(text));
  return json;
}

Json student_json(const checks::Student& student) {
  return {
      {"key", base::clean_utf8(student.key)},        {"name", base::clean_utf8(student.name)},
      {"id", base::clean_utf8(student.id)},          {"sis_id", base::clean_utf8(student.sis_id)},
      {"login", base::clean_utf8(student.login)},    {"email", base::clean_utf8(student.email)},
      {"section", base::clean_utf8(student.section)}};
}

Json finding_json(const checks::EntryFinding& finding) {
  return {{"id", base::clean_utf8(finding.id)},
          {"title", base::clean_utf8(finding.title)},
          {"status", key_of(finding.status)},
          {"points", number_json(finding.points)},
          {"max_points", number_json(finding.max_points)},
          {"hidden", finding.hidden},
          {"evidence", base::clean_utf8(finding.evidence)}};
}

Json ratio_json(const checks::EntryRatio& ratio) {
  return {{"label", base::clean_utf8(ratio.label)},
          {"predicted_degree", optional_json(ratio.predicted_degree)},
          {"measured_ratio", optional_json(ratio.measured_ratio)},
          {"time_ratio", optional_json(ratio.time_ratio)},
          {"student_ratio", optional_json(ratio.student_ratio)}};
}

void add_lists(Json& json, const checks::ClassEntry& entry) {
  json["checks"] = Json::array();
  for (const checks::EntryFinding& finding : entry.findings) {
    json["checks"].push_back(finding_json(finding));
  }
  json["ratios"] = Json::array();
  for (const checks::EntryRatio& ratio : entry.ratios) json["ratios"].push_back(ratio_json(ratio));
  json["answers_to_read"] = Json::array();
  for (const auto& [question, answer] : entry.sentences) {
    json["answers_to_read"].push_back(
        {{"question", base::clean_utf8(question)}, {"answer", base::clean_utf8(answer)}});
  }
  json["needs_person"] = texts_json(entry.needs_person);
  json["similar_to"] = texts_json(entry.similar_to);
}

Json entry_json(const checks::ClassEntry& entry) {
  Json json = {{"student", student_json(entry.student)}, {"state", key_of(entry.state)}};
  json["verdict"] = entry.verdict ? Json(checks::name(*entry.verdict)) : Json(nullptr);
  json["points"] = optional_json(mark_of(entry));
  json["reason"] = base::clean_utf8(entry.reason);
  json["submission"] = base::clean_utf8(entry.submission);
  json["submitted"] = base::clean_utf8(entry.submitted);
  json["late"] = entry.late;
  json["graded_on"] = base::clean_utf8(entry.graded_on);
  json["grading_seconds"] = number_json(entry.grading_seconds);
  json["page"] = base::clean_utf8(entry.page);
  add_lists(json, entry);
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
    text += separator + entry_json(entry).dump();
    separator = ",\n  ";
  }
  return text + "\n ]\n}\n";
}

}  // namespace bankcheck::report
