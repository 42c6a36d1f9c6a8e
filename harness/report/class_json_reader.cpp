// Reads a class.json. The file may have been edited or cut short: what is missing or of another
// type than it should be is an error that names the student and the key.
#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "checks/entry_json.hpp"
#include "checks/json_object.hpp"
#include "report/class_table.hpp"

namespace bankcheck::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;

checks::ClassGrades grades_of(const Json& json) {
  const checks::JsonObject object(json, "the document");
  if (object.number("schema_version") != kSchemaVersion) {
    throw checks::JsonComplaint(
        fmt::format("this is not a class of schema version {}", kSchemaVersion));
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
    const std::string place = fmt::format("student {}", grades.entries.size() + 1);
    grades.entries.push_back(checks::entry_of(checks::JsonObject(student, place)));
  }
  return grades;
}

}  // namespace

base::Result<checks::ClassGrades> read_class_json(const std::string& name, std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return base::error_in(name, "this is not JSON, or it is cut short");
  try {
    return grades_of(json);
  } catch (const checks::JsonComplaint& complaint) {
    return base::error_in(name, complaint.what());
  }
}

}  // namespace bankcheck::report
