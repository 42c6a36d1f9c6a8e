#include "batch/stored_result.hpp"

#include "checks/entry_json.hpp"
#include "checks/json_object.hpp"

namespace bankcheck::batch {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kResultVersion = 2;

Json to_json(const Fingerprint& made_of) {
  return {{"submission", made_of.submission},
          {"rubric", made_of.rubric},
          {"harness", made_of.harness},
          {"toolchain", made_of.toolchain},
          {"device", made_of.device}};
}

Fingerprint fingerprint_from(const Json& json) {
  return {json.at("submission"), json.at("rubric"), json.at("harness"), json.at("toolchain"),
          json.at("device")};
}

Json to_json(const StoredResult& result) {
  return {{"version", kResultVersion},
          {"run", result.run},
          {"attempt", result.attempt},
          {"lasting", result.lasting},
          {"made_of", to_json(result.made_of)},
          {"entry", checks::to_json(result.entry)},
          {"prints", result.prints}};
}

/// Keeps `batch` and drops the rest while it is read: a report may be large.
bool keeps(int depth, Json::parse_event_t event, Json& parsed) {
  return event != Json::parse_event_t::key || depth != 1 || parsed == "batch";
}

}  // namespace

std::string result_text(const std::string& report, const StoredResult& result) {
  Json json = report.empty() ? Json::object() : Json::parse(report);
  json["batch"] = to_json(result);
  return json.dump(1) + "\n";
}

std::optional<StoredResult> parse_result(const std::string& text) {
  try {
    const Json json = Json::parse(text, keeps);
    const Json& part = json.at("batch");
    if (part.at("version") != kResultVersion) return std::nullopt;
    StoredResult result;
    result.made_of = fingerprint_from(part.at("made_of"));
    result.run = part.at("run");
    result.attempt = part.at("attempt");
    result.lasting = part.at("lasting");
    result.entry = checks::entry_of(checks::JsonObject(part.at("entry"), "the entry"));
    result.prints = part.at("prints").get<Prints>();
    return result;
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const checks::JsonComplaint&) {
    return std::nullopt;
  }
}

}  // namespace bankcheck::batch
