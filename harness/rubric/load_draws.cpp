#include <fmt/format.h>

#include "rubric/did_you_mean.hpp"
#include "rubric/loader.hpp"

namespace bankcheck::rubric {
namespace {

constexpr std::size_t kMaxDraws = 64;
constexpr std::int64_t kMaxValues = 10'000;

std::vector<std::int64_t> load_range(Loader& loader, const YamlNode& node,
                                     const std::string& what) {
  MapReader map(loader.reader, node, what);
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t step = 1;
  map.integer("from", &from, YamlReader::kLowest / 2, YamlReader::kHighest / 2, Need::kRequired);
  map.integer("to", &to, from, YamlReader::kHighest / 2, Need::kRequired);
  map.integer("step", &step, 1, YamlReader::kHighest / 2);
  map.finish();
  if ((to - from) / step >= kMaxValues) {
    loader.reader.error(node, fmt::format("{} has more than {} values", what, kMaxValues));
    return {from};
  }
  std::vector<std::int64_t> values;
  for (std::int64_t value = from; value <= to; value += step) values.push_back(value);
  return values;
}

std::vector<std::int64_t> load_values(Loader& loader, const YamlNode& node,
                                      const std::string& what) {
  if (node.is_map()) return load_range(loader, node, what);
  std::vector<std::int64_t> values;
  for (const YamlNode& item : loader.reader.list(node, what)) {
    values.push_back(loader.reader.integer(item, what).value_or(0));
  }
  return values;
}

}  // namespace

void load_draws(Loader& loader, const YamlNode& node) {
  MapReader map(loader.reader, node, "`draws`");
  map.accept("by");
  if (const YamlNode* numbers = map.find("numbers", Need::kRequired)) {
    MapReader names(loader.reader, *numbers, "`numbers`");
    if (numbers->keys.size() > kMaxDraws) {
      loader.reader.error(*numbers, fmt::format("at most {} numbers are drawn", kMaxDraws));
      return;
    }
    for (std::size_t i = 0; i < numbers->keys.size(); ++i) {
      const YamlNode& key = numbers->keys[i];
      if (!is_free_name(loader, key, "a drawn number")) continue;
      if (loader.rubric.constants.count(key.text) != 0) {
        loader.reader.error(key, fmt::format("`{}` is a constant already", key.text));
        continue;
      }
      DrawSpec spec{key.text, load_values(loader, numbers->items[i], "`" + key.text + "`")};
      if (spec.values.empty()) spec.values.push_back(0);
      loader.rubric.constants[key.text] = spec.values.front();
      loader.rubric.gpu_constants[key.text] = spec.values.front();
      loader.rubric.draws.push_back(std::move(spec));
    }
  }
  map.finish();
}

void check_draw_question(Loader& loader, const YamlNode& node) {
  if (!node.is_map()) return;
  MapReader map(loader.reader, node, "`draws`");
  std::string& key = loader.rubric.draw_question;
  if (!map.text("by", &key, Need::kRequired)) return;
  const QuestionSpec* question = loader.rubric.find_question(key);
  if (question != nullptr && question->type == AnswerType::kText) return;
  std::vector<std::string> texts;
  for (const QuestionSpec& other : loader.rubric.questions) {
    if (other.type == AnswerType::kText) texts.push_back(other.key);
  }
  loader.reader.error(*map.node().find("by"),
                      fmt::format("`by` wants a question with `type: text`, found `{}`{}", key,
                                  did_you_mean(key, texts)));
}

}  // namespace bankcheck::rubric
