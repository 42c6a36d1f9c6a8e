#include "submission/answers.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "rubric/did_you_mean.hpp"
#include "rubric/yaml_reader.hpp"
#include "rubric/yaml_tree.hpp"

namespace bankcheck::submission {
namespace {

using rubric::AnswerType;
using rubric::QuestionSpec;
using rubric::YamlNode;

constexpr double kMaxNumber = 1e9;
constexpr std::size_t kMaxText = 2000;
constexpr std::size_t kMaxRemarks = 20;
constexpr rubric::YamlLimits kYamlLimits{.bytes = std::size_t{64} << 10, .depth = 8, .nodes = 2000};

std::string trimmed(std::string_view text) {
  const auto is_space = [](unsigned char c) { return std::isspace(c) != 0; };
  while (!text.empty() && is_space(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && is_space(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return std::string(text);
}

/// `____`, `TODO: the degree`, `...`, `???`: what people leave where an answer belongs.
bool is_blank_text(const std::string& text) {
  const std::string content = trimmed(text);
  if (content.find_first_not_of("_.?-") == std::string::npos) return true;
  std::string start = content.substr(0, 4);
  std::transform(start.begin(), start.end(), start.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return start == "TODO";
}

/// `4,224`: the comma before three last digits may stand between thousands.
bool is_grouped(const std::string& text, std::size_t comma) {
  return comma > 0 && comma <= 3 && text.size() == comma + 4 &&
         text.find_first_not_of("0123456789", comma + 1) == std::string::npos;
}

bool is_blank(const YamlNode& node) {
  return node.kind == YamlNode::Kind::kEmpty || (node.is_text() && is_blank_text(node.text));
}

class AnswersReader {
 public:
  AnswersReader(const base::SourceText& source, const rubric::Rubric& rubric, Answers* answers)
      : source_(source), rubric_(rubric), answers_(answers) {}

  void read(const YamlNode& root) {
    for (std::size_t i = 0; i < root.keys.size(); ++i) {
      const YamlNode& key = root.keys[i];
      if (key.text == "exercise") continue;
      const QuestionSpec* question = rubric_.find_question(key.text);
      if (question == nullptr) {
        remark(key, fmt::format("there is no question {}{}", describe(key), meant(key.text)));
      } else {
        answer(*question, root.items[i]);
      }
    }
  }

 private:
  void remark(const YamlNode& node, std::string text) {
    if (answers_->remarks.size() > kMaxRemarks) return;
    if (answers_->remarks.size() == kMaxRemarks) text = "from here on, remarks are left out";
    answers_->remarks.push_back(
        source_.at(node.line, node.column, std::move(text), base::Severity::kWarning));
  }

  std::string meant(const std::string& key) const {
    std::vector<std::string> keys;
    for (const QuestionSpec& question : rubric_.questions) keys.push_back(question.key);
    return rubric::did_you_mean(key, keys);
  }

  void answer(const QuestionSpec& question, const YamlNode& node) {
    Answer& answer = answers_->questions[question.key];
    switch (question.type) {
      case AnswerType::kNumber: {
        const NumberAnswer reading = number(node, fmt::format("`{}`", question.key));
        answer.state = reading.state;
        answer.number = reading.value;
        break;
      }
      case AnswerType::kText:
        text(question, node, &answer);
        break;
      case AnswerType::kNumberPerRow:
        numbers(question, node, &answer);
        break;
      case AnswerType::kChoice:
        choice(question, node, &answer);
        break;
    }
  }

  void choice(const QuestionSpec& question, const YamlNode& node, Answer* answer) {
    if (is_blank(node)) return;
    const std::string given = node.is_text() ? trimmed(node.text) : "";
    const auto& choices = question.choices;
    const auto choice = std::find_if(choices.begin(), choices.end(), [&](const std::string& known) {
      return base::lower_case(known) == base::lower_case(given);
    });
    if (choice == choices.end()) {
      answer->state = AnswerState::kRefused;
      return remark(node, fmt::format("`{}` wants one of {}, found {}", question.key,
                                      fmt::join(choices, ", "), describe(node)));
    }
    answer->text = *choice;
    answer->state = AnswerState::kGiven;
  }

  NumberAnswer number(const YamlNode& node, const std::string& what) {
    if (is_blank(node)) return {};
    YamlNode plain = node;
    plain.quoted = false;  // "8" is as good as 8
    plain.text = trimmed(node.text);
    const auto reading = rubric::read_number(plain, 0, kMaxNumber);
    if (reading.value) return {AnswerState::kGiven, *reading.value};
    remark(node, fmt::format("{} {}{}", what, reading.trouble, number_hint(plain)));
    return {AnswerState::kRefused, 0};
  }

  /// For `8x`, `8-way`, `1,97`: the number that seems to be meant.
  static std::string number_hint(const YamlNode& node) {
    if (!node.is_text()) return "";
    YamlNode candidate = node;
    const std::size_t end = node.text.find_first_not_of("0123456789.");
    if (end == std::string::npos) return "";
    if (node.text[end] == ',') {
      candidate.text[end] = '.';
      if (is_grouped(node.text, end)) {  // or is it a point?
        std::string whole = node.text;
        whole.erase(end, 1);
        return fmt::format("; write it without a comma: {} or {}", whole, candidate.text);
      }
    } else {
      candidate.text.resize(end);
      if (node.text.find_first_of("0123456789", end) != std::string::npos) return "";
    }
    const bool number = rubric::read_number(candidate, 0, kMaxNumber).value.has_value();
    return number ? fmt::format("; write the number alone: {}", candidate.text) : "";
  }

  void text(const QuestionSpec& question, const YamlNode& node, Answer* answer) {
    if (is_blank(node)) return;
    answer->state = AnswerState::kRefused;
    if (!node.is_text()) {
      return remark(node, fmt::format("`{}` wants a text, found {}; put it in quotes", question.key,
                                      describe(node)));
    }
    std::string text = trimmed(node.text);
    if (text.size() > kMaxText) {
      return remark(node, fmt::format("`{}` is longer than {} bytes", question.key, kMaxText));
    }
    answer->text = std::move(text);
    answer->state = AnswerState::kGiven;
  }

  void numbers(const QuestionSpec& question, const YamlNode& node, Answer* answer) {
    if (is_blank(node)) return;
    if (!node.is_map()) {
      answer->state = AnswerState::kRefused;
      return remark(node,
                    fmt::format("`{}` wants a line `ROW: NUMBER` for each of {}, found {}",
                                question.key, fmt::join(question.rows, ", "), describe(node)));
    }
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const auto row = answer->rows.find(trimmed(node.keys[i].text));
      if (row == answer->rows.end()) {
        remark(node.keys[i], fmt::format("`{}` does not ask for {}; it asks for {}", question.key,
                                         describe(node.keys[i]), fmt::join(question.rows, ", ")));
      } else {
        row->second = number(node.items[i], fmt::format("`{}` of {}", question.key, row->first));
      }
    }
    answer->state = state_of_rows(*answer);
  }

  static AnswerState state_of_rows(const Answer& answer) {
    const auto any = [&](AnswerState state) {
      return std::any_of(answer.rows.begin(), answer.rows.end(),
                         [&](const auto& row) { return row.second.state == state; });
    };
    if (any(AnswerState::kRefused)) return AnswerState::kRefused;
    return any(AnswerState::kBlank) ? AnswerState::kBlank : AnswerState::kGiven;
  }

  const base::SourceText& source_;
  const rubric::Rubric& rubric_;
  Answers* answers_;
};

/// The answers must be those of this exercise; a file that does not say so is taken at its word.
base::Diagnostics wrong_exercise(const base::SourceText& source, const YamlNode& root,
                                 const rubric::Rubric& rubric) {
  const YamlNode* exercise = root.find("exercise");
  if (exercise == nullptr || is_blank(*exercise) || exercise->text == rubric.exercise) return {};
  return {source.at(exercise->line, exercise->column,
                    fmt::format("these are answers to {}, the exercise is `{}`",
                                describe(*exercise), rubric.exercise))};
}

}  // namespace

const Answer& Answers::at(std::string_view key) const {
  const auto found = questions.find(std::string(key));
  assert(found != questions.end());
  return found->second;
}

Answers blank_answers(const rubric::Rubric& rubric) {
  Answers answers;
  for (const QuestionSpec& question : rubric.questions) {
    Answer& answer = answers.questions[question.key];
    answer.type = question.type;
    for (const std::string& row : question.rows) answer.rows[row] = {};
  }
  return answers;
}

base::Result<Answers> parse_answers(const base::SourceText& text, const rubric::Rubric& rubric) {
  base::Diagnostics errors;
  const auto root = rubric::parse_yaml(text, kYamlLimits, &errors);
  if (!errors.empty() || !root) return errors;
  Answers answers = blank_answers(rubric);
  answers.file_found = true;
  answers.path = text.name();
  if (root->kind == YamlNode::Kind::kEmpty) return answers;
  if (!root->is_map()) {
    return text.at(root->line, root->column,
                   fmt::format("answers are lines of `KEY: VALUE`, found {}", describe(*root)));
  }
  errors = wrong_exercise(text, *root, rubric);
  if (!errors.empty()) return errors;
  AnswersReader(text, rubric, &answers).read(*root);
  return answers;
}

std::vector<std::string> blanks(const Answers& answers, const rubric::Rubric& rubric) {
  std::vector<std::string> names;
  for (const QuestionSpec& question : rubric.questions) {
    const Answer& answer = answers.at(question.key);
    if (question.type != AnswerType::kNumberPerRow) {
      if (answer.state == AnswerState::kBlank) names.push_back(question.key);
      continue;
    }
    for (const std::string& row : question.rows) {
      if (answer.rows.at(row).state == AnswerState::kBlank) {
        names.push_back(fmt::format("{} of {}", question.key, row));
      }
    }
  }
  return names;
}

}  // namespace bankcheck::submission
