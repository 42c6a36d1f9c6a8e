// An entry of the class as JSON, there and back.
#pragma once

#include <nlohmann/json.hpp>

#include "checks/class_grades.hpp"

namespace bankcheck::batch {

using Json = nlohmann::ordered_json;

/// Texts are bounded and valid UTF-8, so that the result can be written.
Json to_json(const checks::ClassEntry& entry);
/// Throws nlohmann's exceptions on anything that to_json() does not give.
checks::ClassEntry entry_from(const Json& json);

Json to_json(const checks::Student& student);
checks::Student student_from(const Json& json);

}  // namespace bankcheck::batch
