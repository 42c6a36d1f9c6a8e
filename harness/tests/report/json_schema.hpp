// Checks JSON against a schema, as far as the schemas of harness/tests/data/report go: `type`,
// `enum`, `minimum`, `maximum`, `minItems`, `items`, `required`, `properties`,
// `additionalProperties`. A keyword that is none of these is a complaint too.
#pragma once

#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace bankcheck::report {

using Json = nlohmann::json;

inline bool has_type(const Json& value, const std::string& type) {
  return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
         (type == "string" && value.is_string()) || (type == "number" && value.is_number()) ||
         (type == "boolean" && value.is_boolean()) || (type == "null" && value.is_null());
}

inline bool has_one_of(const Json& value, const Json& types) {
  if (types.is_string()) return has_type(value, types);
  return std::any_of(types.begin(), types.end(),
                     [&](const Json& type) { return has_type(value, type); });
}

inline std::string complaint(const Json& value, const Json& schema, const std::string& place);

inline std::string member_complaint(const Json& value, const Json& schema,
                                    const std::string& place) {
  for (const Json& key : schema.value("required", Json::array())) {
    if (!value.contains(key.get<std::string>())) return place + " has no " + key.dump();
  }
  const Json known = schema.value("properties", Json::object());
  const Json others = schema.value("additionalProperties", Json(true));
  for (const auto& [key, member] : value.items()) {
    const Json rule = known.contains(key) ? known[key] : others;
    if (rule == Json(false)) return place + " may not have " + key;
    if (!rule.is_object()) continue;
    const std::string text = complaint(member, rule, place + "." + key);
    if (!text.empty()) return text;
  }
  return "";
}

/// What is wrong with the value; empty when nothing is.
inline std::string complaint(const Json& value, const Json& schema, const std::string& place) {
  static const std::set<std::string> kKeywords = {"type",     "enum",       "minimum",
                                                  "maximum",  "minItems",   "items",
                                                  "required", "properties", "additionalProperties"};
  for (const auto& [keyword, rule] : schema.items()) {
    if (kKeywords.count(keyword) == 0) return "the schema has the unknown keyword " + keyword;
  }
  if (schema.contains("type") && !has_one_of(value, schema["type"])) {
    return place + " is no " + schema["type"].dump();
  }
  if (schema.contains("enum") &&
      std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end()) {
    return place + " is none of " + schema["enum"].dump();
  }
  if (schema.contains("minimum") && value < schema["minimum"]) return place + " is too small";
  if (schema.contains("maximum") && value > schema["maximum"]) return place + " is too large";
  if (value.is_array()) {
    if (value.size() < schema.value("minItems", std::size_t{0})) return place + " is too short";
    for (std::size_t i = 0; i < value.size() && schema.contains("items"); ++i) {
      const std::string text =
          complaint(value[i], schema["items"], place + "[" + std::to_string(i) + "]");
      if (!text.empty()) return text;
    }
  }
  return value.is_object() ? member_complaint(value, schema, place) : "";
}

/// `text` as JSON that keeps to the schema harness/tests/data/report/NAME.schema.json.
inline Json parsed_as(const std::string& name, const std::string& text) {
  std::ifstream file(std::string(BANKCHECK_TEST_DATA) + "/report/" + name + ".schema.json");
  const Json schema = Json::parse(file);
  const Json value = Json::parse(text, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << text;
  EXPECT_EQ(complaint(value, schema, "it"), "") << text;
  return value;
}

}  // namespace bankcheck::report
