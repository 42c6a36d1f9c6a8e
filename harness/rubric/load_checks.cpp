#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "rubric/check_kinds.hpp"
#include "rubric/did_you_mean.hpp"
#include "rubric/loader.hpp"

namespace bankcheck::rubric {
namespace {

constexpr std::size_t kMaxChecks = 200;
constexpr double kMaxPoints = 1e6;
constexpr double kMaxSetting = 1e9;

const std::vector<std::string>& common_keys() {
  static const std::vector<std::string> keys{"id", "title", "points", "hidden", "required"};
  return keys;
}

/// The key of the map that names a kind of check; an error when it has none or several.
std::optional<std::size_t> find_kind_key(Loader& loader, const YamlNode& node) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (find_check_kind(node.keys[i].text) == nullptr) continue;
    if (found) {
      loader.reader.error(
          node.keys[i],
          fmt::format("a check is of one kind: this one is `{}` already", node.keys[*found].text));
      return std::nullopt;
    }
    found = i;
  }
  if (found) return found;
  std::vector<std::string> kinds;
  for (const CheckKind& kind : check_kinds()) kinds.emplace_back(kind.name);
  for (const YamlNode& key : node.keys) {
    const auto& common = common_keys();
    if (std::find(common.begin(), common.end(), key.text) != common.end()) continue;
    const std::string meant = did_you_mean(key.text, kinds);
    loader.reader.error(
        key,
        fmt::format("there is no kind of check {}{}", describe(key),
                    meant.empty() ? fmt::format("; there are {}", fmt::join(kinds, ", ")) : meant));
    return std::nullopt;
  }
  loader.reader.error(node,
                      fmt::format("a check needs its kind, one of {}", fmt::join(kinds, ", ")));
  return std::nullopt;
}

void load_texts(Loader& loader, const YamlNode& node, const Setting& setting, CheckSpec* check) {
  const std::string what = fmt::format("`{}`", setting.name);
  const std::vector<std::string> allowed(setting.allowed.begin(), setting.allowed.end());
  for (const YamlNode& item : loader.reader.list(node, what, true)) {
    const auto choice = loader.reader.choice(item, what, allowed);
    if (choice) check->texts.push_back(allowed[*choice]);
  }
}

void load_phrases(Loader& loader, const YamlNode& node, CheckSpec* check) {
  for (const YamlNode& group : loader.reader.list(node, "`phrases`")) {
    std::vector<std::string> phrases;
    for (const YamlNode& phrase : loader.reader.list(group, "a group of `phrases`")) {
      if (const auto text = loader.reader.text(phrase, "a phrase")) phrases.push_back(*text);
    }
    check->phrases.push_back(std::move(phrases));
  }
}

void load_question_key(Loader& loader, const YamlNode& node, CheckSpec* check) {
  const auto key = loader.reader.text(node, "`question`");
  if (!key) return;
  check->question = *key;
  if (loader.rubric.find_question(*key) != nullptr) return;
  std::vector<std::string> keys;
  for (const QuestionSpec& question : loader.rubric.questions) keys.push_back(question.key);
  loader.reader.error(node,
                      fmt::format("there is no question `{}`{}", *key, did_you_mean(*key, keys)));
}

void load_setting(Loader& loader, MapReader& map, const Setting& setting, CheckSpec* check) {
  const std::string key(setting.name);
  const std::string what = "`" + key + "`";
  if (setting.type == SettingType::kRowSet)
    check->row_set = row_set(loader.rubric, setting.row_set);
  if (setting.type == SettingType::kNumber || setting.type == SettingType::kBoolean) {
    check->numbers[key] = setting.number;
  }
  const YamlNode* node = map.find(key, setting.required ? Need::kRequired : Need::kOptional);
  if (node == nullptr) return;
  switch (setting.type) {
    case SettingType::kRow:
      check->rows[key] = load_row_label(loader, *node, what).value_or("");
      break;
    case SettingType::kRowSet:
      check->row_set = load_row_set(loader, *node, what);
      break;
    case SettingType::kQuestion:
      load_question_key(loader, *node, check);
      break;
    case SettingType::kMeasure:
      check->measure = load_measure(loader, *node).value_or(check->measure);
      break;
    case SettingType::kNumber:
      check->numbers[key] = loader.reader.number(*node, what, 0, kMaxSetting).value_or(0);
      break;
    case SettingType::kBoolean:
      check->numbers[key] = loader.reader.boolean(*node, what).value_or(false) ? 1 : 0;
      break;
    case SettingType::kTexts:
      load_texts(loader, *node, setting, check);
      break;
    case SettingType::kPhrases:
      load_phrases(loader, *node, check);
      break;
  }
}

void load_settings(Loader& loader, const YamlNode& node, const CheckKind& kind, CheckSpec* check) {
  MapReader map(loader.reader, node, fmt::format("`{}`", kind.name));
  for (const Setting& setting : kind.settings) load_setting(loader, map, setting, check);
  map.finish();
}

std::string default_id(const Rubric& rubric, const std::string& kind) {
  const auto same = std::count_if(rubric.checks.begin(), rubric.checks.end(),
                                  [&](const CheckSpec& check) { return check.kind == kind; });
  return same == 0 ? kind : fmt::format("{}-{}", kind, same + 1);
}

void load_id(Loader& loader, MapReader& map, CheckSpec* check) {
  check->id = default_id(loader.rubric, check->kind);
  map.text("id", &check->id);
  for (const CheckSpec& other : loader.rubric.checks) {
    if (other.id != check->id) continue;
    const YamlNode* id = map.node().find("id");
    loader.reader.error(id != nullptr ? *id : map.node(),
                        fmt::format("there are two checks with the id `{}`", check->id));
  }
}

/// An answer is best known by its question.
std::string prompt_of(const Rubric& rubric, const CheckSpec& check) {
  const QuestionSpec* question = rubric.find_question(check.question);
  return question == nullptr ? check.title : question->prompt;
}

void load_check(Loader& loader, const YamlNode& node) {
  MapReader map(loader.reader, node, "a check");
  if (!node.is_map()) return;
  const auto kind_key = find_kind_key(loader, node);
  if (!kind_key) return;
  const CheckKind& kind = *find_check_kind(node.keys[*kind_key].text);
  map.accept(std::string(kind.name));
  CheckSpec check;
  check.kind = kind.name;
  check.title = kind.title;
  check.line = node.keys[*kind_key].line;
  check.measure = loader.rubric.sweep.measure;
  if (kind.needs_kernels && loader.rubric.kernels.empty()) {
    loader.reader.error(node.keys[*kind_key],
                        fmt::format("`{}` is about kernels, and this rubric has none", kind.name));
  }
  load_settings(loader, node.items[*kind_key], kind, &check);
  if (check.kind == "answer") check.title = prompt_of(loader.rubric, check);
  load_id(loader, map, &check);
  map.text("title", &check.title);
  map.number("points", &check.points, 0, kMaxPoints, Need::kRequired);
  map.boolean("hidden", &check.hidden);
  map.boolean("required", &check.required);
  map.finish();
  loader.rubric.checks.push_back(std::move(check));
  loader.check_nodes.push_back(&node.keys[*kind_key]);
}

}  // namespace

void load_checks(Loader& loader, const YamlNode& node) {
  const auto& items = loader.reader.list(node, "`checks`");
  if (items.size() > kMaxChecks) {
    loader.reader.error(node, fmt::format("a rubric has at most {} checks", kMaxChecks));
    return;
  }
  for (const YamlNode& item : items) load_check(loader, item);
}

}  // namespace bankcheck::rubric
