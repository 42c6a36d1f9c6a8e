// An entry of the class as JSON, there and back: in class.json and in each student's result.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "checks/class_grades.hpp"

namespace bankcheck::checks {

class JsonObject;

/// harness/report/README.md documents every key. Texts are bounded and valid UTF-8, so that the
/// document can be written; numbers that are none are `null`.
nlohmann::ordered_json to_json(const ClassEntry& entry);
nlohmann::ordered_json to_json(const Student& student);

/// Throw JsonComplaint (json_object.hpp).
ClassEntry entry_of(const JsonObject& object);
Student student_of(const JsonObject& object);

}  // namespace bankcheck::checks
