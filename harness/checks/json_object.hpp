// Reading a JSON document that may have been edited, with errors that say where.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bankcheck::checks {

/// What is wrong with a document.
struct JsonComplaint : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A JSON object and what to call it in an error. Everything here throws JsonComplaint where
/// something is missing or of another type.
class JsonObject {
 public:
  JsonObject(const nlohmann::ordered_json& json, std::string place)
      : json_(json), place_(std::move(place)) {
    if (!json.is_object()) throw JsonComplaint(place_ + " is no object");
  }

  const nlohmann::ordered_json& at(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) throw JsonComplaint(fmt::format("{} has no `{}`", place_, key));
    return *found;
  }
  std::string text(const char* key) const {
    const nlohmann::ordered_json& value = at(key);
    if (!value.is_string()) throw wrong(key, "a text");
    return value.get<std::string>();
  }
  /// Zero where the document says `null`.
  double number(const char* key) const { return optional_number(key).value_or(0); }
  std::optional<double> optional_number(const char* key) const {
    const nlohmann::ordered_json& value = at(key);
    if (value.is_null()) return std::nullopt;
    if (!value.is_number()) throw wrong(key, "a number");
    return value.get<double>();
  }
  bool boolean(const char* key) const {
    const nlohmann::ordered_json& value = at(key);
    if (!value.is_boolean()) throw wrong(key, "true or false");
    return value.get<bool>();
  }
  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> all;
    for (const nlohmann::ordered_json& value : array(key)) {
      if (!value.is_string()) throw wrong(key, "a list of texts");
      all.push_back(value.get<std::string>());
    }
    return all;
  }
  const nlohmann::ordered_json& array(const char* key) const {
    const nlohmann::ordered_json& value = at(key);
    if (!value.is_array()) throw wrong(key, "a list");
    return value;
  }
  JsonObject object(const char* key) const {
    return JsonObject(at(key), place_ + "'s `" + key + "`");
  }
  /// The value that `find` knows by the text of `key`.
  template <class Find>
  auto named(const char* key, Find find) const {
    const auto value = find(text(key));
    if (!value)
      throw JsonComplaint(fmt::format("{} has the unknown {} `{}`", place_, key, text(key)));
    return *value;
  }
  const std::string& place() const { return place_; }

 private:
  JsonComplaint wrong(const char* key, const char* wanted) const {
    return JsonComplaint(fmt::format("`{}` of {} is not {}", key, place_, wanted));
  }

  const nlohmann::ordered_json& json_;
  std::string place_;
};

/// Each of the list under `key`, by `read`.
template <class Read>
auto list_of(const JsonObject& object, const char* key, Read read) {
  std::vector<decltype(read(object))> all;
  for (const nlohmann::ordered_json& value : object.array(key)) {
    all.push_back(read(JsonObject(value, "an entry of " + object.place() + "'s `" + key + "`")));
  }
  return all;
}

}  // namespace bankcheck::checks
