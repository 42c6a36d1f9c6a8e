#include "batch/entry_json.hpp"

#include <array>
#include <stdexcept>

#include "base/escape.hpp"

namespace bankcheck::batch {
namespace {

using base::clean_utf8;
using checks::ClassEntry;
using checks::EntryFinding;
using checks::EntryRatio;
using checks::EntryState;
using checks::FindingStatus;
using checks::Verdict;

template <class T>
struct Word {
  T value;
  const char* text;
};

constexpr std::array kStates = {Word<EntryState>{EntryState::kGraded, "graded"},
                                Word<EntryState>{EntryState::kNoSubmission, "no_submission"},
                                Word<EntryState>{EntryState::kUnreadable, "unreadable"},
                                Word<EntryState>{EntryState::kTrouble, "trouble"},
                                Word<EntryState>{EntryState::kNotYet, "not_yet"}};
constexpr std::array kVerdicts = {
    Word<Verdict>{Verdict::kPass, "PASS"}, Word<Verdict>{Verdict::kFail, "FAIL"},
    Word<Verdict>{Verdict::kInconclusive, "INCONCLUSIVE"}, Word<Verdict>{Verdict::kError, "ERROR"}};
constexpr std::array kStatuses = {
    Word<FindingStatus>{FindingStatus::kPassed, "passed"},
    Word<FindingStatus>{FindingStatus::kFailed, "failed"},
    Word<FindingStatus>{FindingStatus::kInconclusive, "inconclusive"},
    Word<FindingStatus>{FindingStatus::kNotApplicable, "not_applicable"},
    Word<FindingStatus>{FindingStatus::kNotJudged, "not_judged"},
    Word<FindingStatus>{FindingStatus::kError, "error"}};

template <class Words, class T>
const char* word_of(const Words& words, T value) {
  for (const auto& word : words) {
    if (word.value == value) return word.text;
  }
  throw std::out_of_range("a value without a word");
}

template <class Words>
auto value_of(const Words& words, const Json& json) {
  const auto text = json.get<std::string>();
  for (const auto& word : words) {
    if (word.text == text) return word.value;
  }
  throw Json::other_error::create(501, "an unknown word: " + text, &json);
}

Json optional_json(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::optional<double> number_from(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

Json to_json(const EntryFinding& finding) {
  return {{"id", clean_utf8(finding.id)},
          {"title", clean_utf8(finding.title)},
          {"status", word_of(kStatuses, finding.status)},
          {"points", finding.points},
          {"max_points", finding.max_points},
          {"hidden", finding.hidden},
          {"evidence", clean_utf8(finding.evidence)}};
}

EntryFinding finding_from(const Json& json) {
  return {json.at("id"),      json.at("title"),      value_of(kStatuses, json.at("status")),
          json.at("points"),  json.at("max_points"), json.at("hidden"),
          json.at("evidence")};
}

Json to_json(const EntryRatio& ratio) {
  return {{"label", clean_utf8(ratio.label)},
          {"predicted_degree", optional_json(ratio.predicted_degree)},
          {"measured_ratio", optional_json(ratio.measured_ratio)},
          {"time_ratio", optional_json(ratio.time_ratio)},
          {"student_ratio", optional_json(ratio.student_ratio)}};
}

EntryRatio ratio_from(const Json& json) {
  return {json.at("label"), number_from(json.at("predicted_degree")),
          number_from(json.at("measured_ratio")), number_from(json.at("time_ratio")),
          number_from(json.at("student_ratio"))};
}

template <class T>
Json array_of(const std::vector<T>& values) {
  Json json = Json::array();
  for (const T& value : values) json.push_back(to_json(value));
  return json;
}

Json texts(const std::vector<std::string>& values) {
  Json json = Json::array();
  for (const std::string& value : values) json.push_back(clean_utf8(value));
  return json;
}

}  // namespace

Json to_json(const checks::Student& student) {
  return {{"key", student.key},
          {"name", clean_utf8(student.name)},
          {"id", clean_utf8(student.id)},
          {"sis_id", clean_utf8(student.sis_id)},
          {"login", clean_utf8(student.login)},
          {"email", clean_utf8(student.email)},
          {"section", clean_utf8(student.section)}};
}

checks::Student student_from(const Json& json) {
  return {json.at("key"),   json.at("name"),  json.at("id"),     json.at("sis_id"),
          json.at("login"), json.at("email"), json.at("section")};
}

Json to_json(const ClassEntry& entry) {
  Json json = {{"student", to_json(entry.student)},
               {"state", word_of(kStates, entry.state)},
               {"verdict", entry.verdict ? Json(word_of(kVerdicts, *entry.verdict)) : Json()},
               {"points", entry.points},
               {"reason", clean_utf8(entry.reason)},
               {"submission", clean_utf8(entry.submission)},
               {"submitted", clean_utf8(entry.submitted)},
               {"late", entry.late},
               {"graded_on", clean_utf8(entry.graded_on)},
               {"checks", array_of(entry.findings)},
               {"ratios", array_of(entry.ratios)}};
  Json sentences = Json::array();
  for (const auto& [question, answer] : entry.sentences) {
    sentences.push_back({{"question", clean_utf8(question)}, {"answer", clean_utf8(answer)}});
  }
  json["answers_to_read"] = std::move(sentences);
  json["needs_person"] = texts(entry.needs_person);
  json["similar_to"] = texts(entry.similar_to);
  json["page"] = clean_utf8(entry.page);
  return json;
}

ClassEntry entry_from(const Json& json) {
  ClassEntry entry;
  entry.student = student_from(json.at("student"));
  entry.state = value_of(kStates, json.at("state"));
  if (!json.at("verdict").is_null()) entry.verdict = value_of(kVerdicts, json.at("verdict"));
  entry.points = json.at("points");
  entry.reason = json.at("reason");
  entry.submission = json.at("submission");
  entry.submitted = json.at("submitted");
  entry.late = json.at("late");
  entry.graded_on = json.at("graded_on");
  for (const Json& finding : json.at("checks")) entry.findings.push_back(finding_from(finding));
  for (const Json& ratio : json.at("ratios")) entry.ratios.push_back(ratio_from(ratio));
  for (const Json& item : json.at("answers_to_read")) {
    entry.sentences.emplace_back(item.at("question"), item.at("answer"));
  }
  entry.needs_person = json.at("needs_person").get<std::vector<std::string>>();
  entry.similar_to = json.at("similar_to").get<std::vector<std::string>>();
  entry.page = json.at("page");
  return entry;
}

}  // namespace bankcheck::batch
