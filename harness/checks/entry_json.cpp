#include "checks/entry_json.hpp"

#include <cmath>

#include "base/escape.hpp"
#include "checks/json_keys.hpp"
#include "checks/json_object.hpp"

namespace bankcheck::checks {
namespace {

using base::clean_utf8;
using Json = nlohmann::ordered_json;

Json number(std::optional<double> value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json to_json(const EntryFinding& finding) {
  return {{"id", clean_utf8(finding.id)},
          {"title", clean_utf8(finding.title)},
          {"status", key_of(finding.status)},
          {"points", number(finding.points)},
          {"max_points", number(finding.max_points)},
          {"hidden", finding.hidden},
          {"evidence", clean_utf8(finding.evidence)}};
}

EntryFinding finding_of(const JsonObject& object) {
  return {
      object.text("id"),       object.text("title"),        object.named("status", status_of_key),
      object.number("points"), object.number("max_points"), object.boolean("hidden"),
      object.text("evidence")};
}

Json to_json(const EntryRatio& ratio) {
  return {{"label", clean_utf8(ratio.label)},
          {"predicted_degree", number(ratio.predicted_degree)},
          {"measured_ratio", number(ratio.measured_ratio)},
          {"time_ratio", number(ratio.time_ratio)},
          {"student_ratio", number(ratio.student_ratio)}};
}

EntryRatio ratio_of(const JsonObject& object) {
  return {object.text("label"), object.optional_number("predicted_degree"),
          object.optional_number("measured_ratio"), object.optional_number("time_ratio"),
          object.optional_number("student_ratio")};
}

Json to_json(const std::pair<std::string, std::string>& sentence) {
  return {{"question", clean_utf8(sentence.first)}, {"answer", clean_utf8(sentence.second)}};
}

std::pair<std::string, std::string> sentence_of(const JsonObject& object) {
  return {object.text("question"), object.text("answer")};
}

Json to_json(const std::string& text) { return clean_utf8(text); }

template <class T>
Json array_of(const std::vector<T>& values) {
  Json json = Json::array();
  for (const T& value : values) json.push_back(to_json(value));
  return json;
}

}  // namespace

Json to_json(const Student& student) {
  return {{"key", clean_utf8(student.key)},        {"name", clean_utf8(student.name)},
          {"id", clean_utf8(student.id)},          {"sis_id", clean_utf8(student.sis_id)},
          {"login", clean_utf8(student.login)},    {"email", clean_utf8(student.email)},
          {"section", clean_utf8(student.section)}};
}

Student student_of(const JsonObject& object) {
  return {object.text("key"),   object.text("name"),  object.text("id"),     object.text("sis_id"),
          object.text("login"), object.text("email"), object.text("section")};
}

Json to_json(const ClassEntry& entry) {
  return {{"student", to_json(entry.student)},
          {"state", key_of(entry.state)},
          {"verdict", entry.verdict ? Json(name(*entry.verdict)) : Json(nullptr)},
          {"points", number(entry.points)},
          {"reason", clean_utf8(entry.reason)},
          {"submission", clean_utf8(entry.submission)},
          {"submitted", clean_utf8(entry.submitted)},
          {"late", entry.late},
          {"graded_on", clean_utf8(entry.graded_on)},
          {"grading_seconds", number(entry.grading_seconds)},
          {"page", clean_utf8(entry.page)},
          {"checks", array_of(entry.findings)},
          {"ratios", array_of(entry.ratios)},
          {"answers_to_read", array_of(entry.sentences)},
          {"needs_person", array_of(entry.needs_person)},
          {"similar_to", array_of(entry.similar_to)}};
}

ClassEntry entry_of(const JsonObject& object) {
  ClassEntry entry;
  entry.student = student_of(object.object("student"));
  entry.state = object.named("state", state_of_key);
  if (!object.at("verdict").is_null()) entry.verdict = object.named("verdict", verdict_of_name);
  entry.points = object.number("points");
  entry.reason = object.text("reason");
  entry.submission = object.text("submission");
  entry.submitted = object.text("submitted");
  entry.late = object.boolean("late");
  entry.graded_on = object.text("graded_on");
  entry.grading_seconds = object.number("grading_seconds");
  entry.page = object.text("page");
  entry.findings = list_of(object, "checks", finding_of);
  entry.ratios = list_of(object, "ratios", ratio_of);
  entry.sentences = list_of(object, "answers_to_read", sentence_of);
  entry.needs_person = object.texts("needs_person");
  entry.similar_to = object.texts("similar_to");
  return entry;
}

}  // namespace bankcheck::checks
