// Reads a class.json. The file may have been edited or cut short: what is missing or of another
// type than it should be is an error that names the student and the key.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/class_table.hpp"
#include "report/json_keys.hpp"

namespace bankcheck::report {
namespace {

using Json = nlohmann::json;

constexpr int kSchemaVersion = 1;

/// What is wrong with the document, thrown to read_class_json().
struct Complaint {
  std::string text;
};

/// A JSON object and what to call it in an error.
class Object {
 public:
  Object(const Json& json, std::string place) : json_(json), place_(std::move(place)) {
    if (!json.is_object()) throw Complaint{place_ + " is no object"};
  }

  const Json& at(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) throw Complaint{fmt::format("{} has no `{}`", place_, key)};
    return *found;
  }
  std::string text(const char* key) const {
    const Json& value = at(key);
    if (!value.is_string()) throw wrong(key, "a text");
    return value.get<std::string>();
  }
  /// Zero where the document says `null`.
  double number(const char* key) const { return optional_number(key).value_or(0); }
  std::optional<double> optional_number(const char* key) const {
    const Json& value = at(key);
    if (value.is_null()) return std::nullopt;
    if (!value.is_number()) throw wrong(key, "a number");
    return value.get<double>();
  }
  bool boolean(const char* key) const {
    const Json& value = at(key);
    if (!value.is_boolean()) throw wrong(key, "true or false");
    return value.get<bool>();
  }
  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> all;
    for (const Json& value : array(key)) {
      if (!value.is_string()) throw wrong(key, "a list of texts");
      all.push_back(value.get<std::string>());
    }
    return all;
  }
  const Json& array(const char* key) const {
    const Json& value = at(key);
    if (!value.is_array()) throw wrong(key, "a list");
    return value;
  }
  Object object(const char* key) const { return Object(at(key), place_ + "'s `" + key + "`"); }
  /// The value that `find` knows by the text of `key`.
  template <class Find>
  auto named(const char* key, Find find) const {
    const auto value = find(text(key));
    if (!value) throw Complaint{fmt::format("{} has the unknown {} `{}`", place_, key, text(key))};
    return *value;
  }
  const std::string& place() const { return place_; }

 private:
  Complaint wrong(const char* key, const char* wanted) const {
    return Complaint{fmt::format("`{}` of {} is not {}", key, place_, wanted)};
  }

  const Json& json_;
  std::string place_;
};

checks::Student student_of(const Object& object) {
  checks::Student student;
  student.key = object.text("key");
  student.name = object.text("name");
  student.id = object.text("id");
  student.sis_id = object.text("sis_id");
  student.login = object.text("login");
  student.email = object.text("email");
  student.section = object.text("section");
  return student;
}

checks::EntryFinding finding_of(const Object& object) {
  checks::EntryFinding finding;
  finding.id = object.text("id");
  finding.title = object.text("title");
  finding.status = object.named("status", status_of_key);
  finding.points = object.number("points");
  finding.max_points = object.number("max_points");
  finding.hidden = object.boolean("hidden");
  finding.evidence = object.text("evidence");
  return finding;
}

checks::EntryRatio ratio_of(const Object& object) {
  return {object.text("label"), object.optional_number("predicted_degree"),
          object.optional_number("measured_ratio"), object.optional_number("time_ratio"),
          object.optional_number("student_ratio")};
}

template <class Read>
auto list_of(const Object& object, const char* key, Read read) {
  std::vector<decltype(read(object))> all;
  for (const Json& value : object.array(key)) {
    all.push_back(read(Object(value, "an entry of " + object.place() + "'s `" + key + "`")));
  }
  return all;
}

checks::ClassEntry entry_of(const Json& json, std::size_t number) {
  const Object object(json, fmt::format("student {}", number));
  checks::ClassEntry entry;
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
  entry.sentences = list_of(object, "answers_to_read", [](const Object& pair) {
    return std::pair(pair.text("question"), pair.text("answer"));
  });
  entry.needs_person = object.texts("needs_person");
  entry.similar_to = object.texts("similar_to");
  return entry;
}

checks::ClassGrades grades_of(const Json& json) {
  const Object object(json, "the document");
  if (object.number("schema_version") != kSchemaVersion) {
    throw Complaint{fmt::format("this is not a class of schema version {}", kSchemaVersion)};
  }
  checks::ClassGrades grades;
  grades.harness_version = object.text("bankcheck");
  grades.exercise = object.text("exercise");
  grades.title = object.text("title");
  grades.rubric_path = object.object("rubric").text("path");
  grades.rubric_hash = object.object("rubric").text("sha256");
  grades.toolchain = object.text("toolchain");
  grades.row_heading = object.text("heading");
  grades.max_points = object.number("max_points");
  grades.pass_mark = object.number("pass_mark");
  for (const Json& student : object.array("students")) {
    grades.entries.push_back(entry_of(student, grades.entries.size() + 1));
  }
  return grades;
}

base::Diagnostic error_in(const std::string& name, std::string text) {
  base::Diagnostic error;
  error.file = name;
  error.text = std::move(text);
  return error;
}

}  // namespace

base::Result<checks::ClassGrades> read_class_json(const std::string& name, std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return error_in(name, "this is not JSON, or it is cut short");
  try {
    return grades_of(json);
  } catch (const Complaint& complaint) {
    return error_in(name, complaint.text);
  }
}

}  // namespace bankcheck::report
