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

struct AccessName {
  const char* name;
  base::AccessKind kind;
};
constexpr std::array<AccessName, 3> kAccesses{{{"load", base::AccessKind::kLoad},
                                               {"store", base::AccessKind::kStore},
                                               {"atomic", base::AccessKind::kAtomic}}};

template <class Rows>
std::vector<std::string> names_of(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

base::Dim3 load_block(Loader& loader, const YamlNode& node) {
  std::array<std::int64_t, 3> extents{32, 1, 1};
  if (node.is_list() && node.items.size() > extents.size()) {
    loader.reader.error(node, "`block` has at most 3 extents");
    return {};
  }
  for (std::size_t i = 0; node.is_list() && i < node.items.size(); ++i) {
    extents[i] = loader.reader.integer(node.items[i], "`block`", 1, 1024).value_or(1);
  }
  if (!node.is_list()) extents[0] = loader.reader.integer(node, "`block`", 1, 1024).value_or(32);
  if (extents[0] * extents[1] * extents[2] > 1024) {
    loader.reader.error(node, "a block has at most 1024 threads");
    return {};
  }
  return {static_cast<std::uint32_t>(extents[0]), static_cast<std::uint32_t>(extents[1]),
          static_cast<std::uint32_t>(extents[2])};
}

AccessSpec load_access(Loader& loader, const YamlNode& node, const std::string& what) {
  MapReader map(loader.reader, node, "`" + what + "`");
  AccessSpec access;
  if (const YamlNode* index = map.find("index", Need::kRequired)) {
    Scope scope = constants_scope(loader).with({"tx", "ty", "tz", "lane"});
    if (what == "smallest_padding") scope = scope.with({"padding"});
    access.index = load_expression(loader, *index, "`index`", scope).value_or(Expression());
  }
  if (const YamlNode* kind = map.find("access")) {
    const auto choice = loader.reader.choice(*kind, "`access`", names_of(kAccesses));
    if (choice) access.kind = kAccesses[*choice].kind;
  }
  if (const YamlNode* width = map.find("bytes")) {
    const auto choice = loader.reader.choice(*width, "`bytes`", {"1", "2", "4", "8", "16"});
    access.width_bytes = 1 << choice.value_or(2);
  }
  std::int64_t element = access.width_bytes;
  std::int64_t offset = 0;
  std::int64_t warp = 0;
  map.integer("element_bytes", &element, 1, 4096);
  map.integer("offset_bytes", &offset, 0, 4096);
  if (const YamlNode* block = map.find("block")) access.block = load_block(loader, *block);
  const auto warps = static_cast<std::int64_t>((access.block.count() + 31) / 32);
  map.integer("warp", &warp, 0, warps - 1);
  map.finish();
  access.element_bytes = static_cast<int>(element);
  access.offset_bytes = static_cast<int>(offset);
  access.warp = static_cast<int>(warp);
  return access;
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
    key.access = load_access(loader, *access, model.name);
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
    if (access != nullptr) key.accesses.push_back(load_access(loader, *access, choice));
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
