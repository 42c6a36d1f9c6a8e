#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "rubric/loader.hpp"

namespace bankcheck::rubric {
namespace {

constexpr std::size_t kMaxQuestions = 200;

struct TypeName {
  const char* name;
  AnswerType type;
};
constexpr std::array<TypeName, 4> kTypes{{{"number", AnswerType::kNumber},
                                          {"text", AnswerType::kText},
                                          {"number per row", AnswerType::kNumberPerRow},
                                          {"choice", AnswerType::kChoice}}};

struct ModelKey {
  const char* name;
  AnswerKey::Kind kind;
};
constexpr std::array<ModelKey, 5> kModelKeys{
    {{"degree", AnswerKey::Kind::kDegree},
     {"wavefronts", AnswerKey::Kind::kWavefronts},
     {"phases", AnswerKey::Kind::kPhases},
     {"bank", AnswerKey::Kind::kBank},
     {"smallest_padding", AnswerKey::Kind::kSmallestPadding}}};
constexpr const char* kModelKeyNames = "degree, wavefronts, phases, bank, smallest_padding";

template <class Rows>
std::vector<std::string> names_of(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

std::optional<AnswerKey> load_answer(Loader& loader, const YamlNode& node) {
  AnswerKey key;
  if (!node.is_map()) {
    key.value = load_expression(loader, node, "`answer`", constants_scope(loader));
    return key;
  }
  MapReader map(loader.reader, node, "`answer`");
  for (const ModelKey& model : kModelKeys) {
    const YamlNode* access = map.find(model.name);
    if (access == nullptr) continue;
    if (key.access) {
      loader.reader.error(*access, fmt::format("an answer is one of {}", kModelKeyNames));
    }
    key.kind = model.kind;
    Scope scope = constants_scope(loader);
    if (key.kind == AnswerKey::Kind::kSmallestPadding) scope = scope.with({"padding"});
    key.access = load_access(loader, *access, model.name, scope);
  }
  map.finish();
  if (!key.access && map.node().keys.empty()) {
    loader.reader.error(node,
                        fmt::format("`answer` wants an expression or one of {}", kModelKeyNames));
  }
  return key;
}

/// The right choice is the one with the worst access: `{worst_access: {load: {…}, store: {…}}}`.
std::optional<AnswerKey> load_choice_answer(Loader& loader, const YamlNode& node,
                                            const std::vector<std::string>& choices) {
  AnswerKey key;
  key.kind = AnswerKey::Kind::kWorstAccess;
  MapReader map(loader.reader, node, "`answer`");
  const YamlNode* accesses = map.find("worst_access", Need::kRequired);
  map.finish();
  if (accesses == nullptr) return std::nullopt;
  MapReader by_choice(loader.reader, *accesses, "`worst_access`");
  for (const std::string& choice : choices) {
    const YamlNode* access = by_choice.find(choice, Need::kRequired);
    if (access == nullptr) continue;
    key.accesses.push_back(load_access(loader, *access, choice, constants_scope(loader)));
  }
  by_choice.finish();
  return key;
}

/// Choices, and the answer that is one of them.
void load_choices(Loader& loader, MapReader& map, QuestionSpec* question) {
  const bool is_choice = question->type == AnswerType::kChoice;
  const YamlNode* choices = map.find("choices", is_choice ? Need::kRequired : Need::kOptional);
  if (choices == nullptr) return;
  if (!is_choice) loader.reader.error(*choices, "`choices` is for `type: choice` only");
  for (const YamlNode& item : loader.reader.list(*choices, "`choices`")) {
    const auto choice = loader.reader.text(item, "a choice");
    if (choice) question->choices.push_back(*choice);
  }
}

void load_question(Loader& loader, const YamlNode& node) {
  MapReader map(loader.reader, node, "a question");
  QuestionSpec question;
  const YamlNode* key = map.find("key", Need::kRequired);
  if (key != nullptr) {
    question.key = loader.reader.text(*key, "`key`").value_or("");
    if (question.key == "exercise") {
      loader.reader.error(*key, "`exercise` is in every answers file: it cannot be a question");
    }
    if (!question.key.empty() && loader.rubric.find_question(question.key) != nullptr) {
      loader.reader.error(*key, fmt::format("there are two questions `{}`", question.key));
    }
  }
  map.text("prompt", &question.prompt, Need::kRequired);
  if (const YamlNode* type = map.find("type", Need::kRequired)) {
    const auto choice = loader.reader.choice(*type, "`type`", names_of(kTypes));
    if (choice) question.type = kTypes[*choice].type;
  }
  const bool per_row = question.type == AnswerType::kNumberPerRow;
  if (const YamlNode* rows = map.find("rows", per_row ? Need::kRequired : Need::kOptional)) {
    question.rows = load_row_set(loader, *rows, "`rows`");
    if (!per_row) loader.reader.error(*rows, "`rows` is for `type: number per row` only");
  }
  load_choices(loader, map, &question);
  if (const YamlNode* answer = map.find("answer")) {
    const bool is_choice = question.type == AnswerType::kChoice;
    question.answer = is_choice ? load_choice_answer(loader, *answer, question.choices)
                                : load_answer(loader, *answer);
    if (question.type != AnswerType::kNumber && !is_choice) {
      loader.reader.error(*answer, "`answer` is for `type: number` and `type: choice` only");
    }
  }
  map.finish();
  loader.rubric.questions.push_back(std::move(question));
  loader.question_nodes.push_back(&node);
}

}  // namespace

void load_questions(Loader& loader, const YamlNode& node) {
  const auto& items = loader.reader.list(node, "`questions`");
  if (items.size() > kMaxQuestions) {
    loader.reader.error(node, fmt::format("a rubric has at most {} questions", kMaxQuestions));
    return;
  }
  for (const YamlNode& item : items) load_question(loader, item);
}

}  // namespace bankcheck::rubric
