#include "batch/task.hpp"

#include "base/diagnostic.hpp"
#include "checks/entry_json.hpp"
#include "checks/json_object.hpp"

namespace bankcheck::batch {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

/// Names of files may be any bytes, which JSON has no text for: each byte is a character.
std::string widened(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | byte >> 6);
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

std::string narrowed(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80 || i + 1 == text.size()) {
      bytes += text[i];
    } else {
      bytes += static_cast<char>((lead & 0x03) << 6 | (text[++i] & 0x3F));
    }
  }
  return bytes;
}

Json to_json(const TaskItem& item) {
  Json parts = Json::array();
  for (const Part& part : item.handed_in.parts) {
    parts.push_back({widened(part.path), widened(part.name), part.is_folder});
  }
  return {{"student", checks::to_json(item.handed_in.student)},
          {"parts", std::move(parts)},
          {"submitted", widened(item.handed_in.submitted)},
          {"late", item.handed_in.late},
          {"submission", item.made_of.submission},
          {"attempt", item.attempt},
          {"number", item.number}};
}

TaskItem item_from(const Json& json) {
  TaskItem item;
  item.handed_in.student =
      checks::student_of(checks::JsonObject(json.at("student"), "the student"));
  for (const Json& part : json.at("parts")) {
    item.handed_in.parts.push_back(
        {narrowed(part.at(0)), narrowed(part.at(1)), part.at(2).get<bool>()});
  }
  item.handed_in.submitted = narrowed(json.at("submitted"));
  item.handed_in.late = json.at("late");
  item.made_of.submission = json.at("submission");
  item.attempt = json.at("attempt");
  item.number = json.at("number");
  return item;
}

Json to_json(const GradingSettings& settings) {
  return {{"run", settings.run},
          {"submissions", widened(settings.submissions)},
          {"class_folder", widened(settings.class_folder)},
          {"rubric", widened(settings.rubric)},
          {"device", settings.device},
          {"counters", settings.counters},
          {"no_sandbox", settings.no_sandbox},
          {"jobs", settings.jobs},
          {"reports", settings.reports}};
}

GradingSettings settings_from(const Json& json) {
  GradingSettings settings;
  settings.run = json.at("run");
  settings.submissions = narrowed(json.at("submissions"));
  settings.class_folder = narrowed(json.at("class_folder"));
  settings.rubric = narrowed(json.at("rubric"));
  settings.device = json.at("device");
  settings.counters = json.at("counters");
  settings.no_sandbox = json.at("no_sandbox");
  settings.jobs = json.at("jobs");
  settings.reports = json.at("reports").get<std::vector<std::string>>();
  return settings;
}

}  // namespace

std::string task_text(const Task& task) {
  Json items = Json::array();
  for (const TaskItem& item : task.items) items.push_back(to_json(item));
  Json made_of = Json::object();
  if (!task.items.empty()) {
    const Fingerprint& of = task.items.front().made_of;
    made_of = {{"rubric", of.rubric},
               {"harness", of.harness},
               {"toolchain", of.toolchain},
               {"device", of.device}};
  }
  const Json json = {{"version", kVersion},
                     {"settings", to_json(task.settings)},
                     {"made_of", std::move(made_of)},
                     {"items", std::move(items)}};
  return json.dump() + "\n";
}

base::Result<Task> parse_task(const std::string& path, const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("version") != kVersion) return base::error_in(path, "is a task of another version");
    Task task;
    task.settings = settings_from(json.at("settings"));
    for (const Json& item : json.at("items")) {
      task.items.push_back(item_from(item));
      const Json& of = json.at("made_of");
      Fingerprint& made_of = task.items.back().made_of;
      made_of.rubric = of.at("rubric");
      made_of.harness = of.at("harness");
      made_of.toolchain = of.at("toolchain");
      made_of.device = of.at("device");
    }
    return task;
  } catch (const Json::exception& error) {
    return base::error_in(path, std::string("cannot be read as a task: ") + error.what());
  } catch (const checks::JsonComplaint& complaint) {
    return base::error_in(path, std::string("cannot be read as a task: ") + complaint.what());
  }
}

}  // namespace bankcheck::batch
