// predicted_degrees, reported_ratios, answered, answer: what the student wrote down in numbers.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checks/check_table.hpp"
#include "checks/text.hpp"
#include "submission/answers.hpp"

namespace bankcheck::checks {
namespace {

using submission::AnswerState;

/// An answer that belongs to a row, with the degree that the bank model gives the row.
struct RowAnswer {
  std::string label;
  submission::NumberAnswer answer;
  std::optional<double> degree;
};

std::vector<RowAnswer> row_answers(const CheckInput& input, const rubric::CheckSpec& spec) {
  std::vector<RowAnswer> answers;
  const rubric::QuestionSpec* question = input.rubric.find_question(spec.question);
  const submission::Answer& given = input.answers.at(spec.question);
  for (const std::string& label : question->rows) {
    const rubric::RowSpec* row = input.rubric.find_row(label);
    answers.push_back({label, given.rows.at(label),
                       row != nullptr ? input.rubric.predicted_degree(*row) : std::nullopt});
  }
  return answers;
}

/// `blank` or why a value was refused; nothing for a number.
std::optional<std::string> no_number(const submission::NumberAnswer& answer) {
  if (answer.state == AnswerState::kBlank) return "blank";
  if (answer.state == AnswerState::kRefused) return "not a number";
  return std::nullopt;
}

std::string at_row(const CheckInput& input, const RowAnswer& answer, const std::string& text) {
  return fmt::format("{}: {}", row_name(input.rubric, answer.label), text);
}

std::string in_answers(const CheckInput& input, const rubric::CheckSpec& spec) {
  const std::string text =
      fmt::format("fill in '{}' in {}", spec.question, input.rubric.answers_file);
  if (spec.question != input.rubric.draw_question) return text;
  return text + ": the questions' numbers are made from it, and the next run shows yours";
}

/// What an answer that is no answer should have been, at its line, as it was found when the file
/// was read; to fill in what is there already is no advice.
std::string as_refused(const CheckInput& input, const rubric::CheckSpec& spec) {
  const std::string start = fmt::format("`{}`", spec.question);
  for (const base::Diagnostic& remark : input.answers.remarks) {
    if (!remark.text.starts_with(start)) continue;
    return fmt::format("{} line {}: {}", input.rubric.answers_file, remark.line, remark.text);
  }
  return in_answers(input, spec);
}

/// What is wrong with a reported ratio by itself; the degree is what theory gives at most.
std::optional<std::string> ratio_fault(const RowAnswer& row, const rubric::CheckSpec& spec) {
  if (auto missing = no_number(row.answer)) return missing;
  const double share = row.answer.value / *row.degree;
  if (share >= 1 - spec.numbers.at("below") && share <= 1 + spec.numbers.at("above")) {
    return std::nullopt;
  }
  return fmt::format("{} reported, which does not fit degree {}", number_text(row.answer.value),
                     number_text(*row.degree));
}

/// The first pair whose ratios lie the other way round than their degrees.
std::optional<std::string> order_fault(const CheckInput& input,
                                       const std::vector<RowAnswer>& rows) {
  for (const RowAnswer& low : rows) {
    for (const RowAnswer& high : rows) {
      if (low.answer.state != AnswerState::kGiven || high.answer.state != AnswerState::kGiven ||
          *low.degree >= *high.degree || low.answer.value < high.answer.value) {
        continue;
      }
      return fmt::format("{} with degree {} is reported as {}, no less than {} with degree {}",
                         row_name(input.rubric, low.label), number_text(*low.degree),
                         number_text(low.answer.value), row_name(input.rubric, high.label),
                         number_text(*high.degree));
    }
  }
  return std::nullopt;
}

/// About what is no number first, then about what is blank.
std::string hint_for(const CheckInput& input, const rubric::CheckSpec& spec,
                     const std::vector<RowAnswer>& rows, const char* otherwise) {
  const auto any = [&](AnswerState state) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const RowAnswer& row) { return row.answer.state == state; });
  };
  if (any(AnswerState::kRefused)) return as_refused(input, spec);
  return any(AnswerState::kBlank) ? in_answers(input, spec) : otherwise;
}

}  // namespace

Finding check_predicted_degrees(const CheckInput& input, const rubric::CheckSpec& spec) {
  const auto rows = row_answers(input, spec);
  std::vector<std::string> right;
  std::vector<std::string> wrong;
  for (const RowAnswer& row : rows) {
    if (auto missing = no_number(row.answer)) {
      wrong.push_back(at_row(input, row, *missing));
    } else if (!row.degree || row.answer.value != *row.degree) {
      wrong.push_back(at_row(input, row, number_text(row.answer.value) + " is not its degree"));
    } else {
      right.push_back(at_row(input, row, number_text(row.answer.value)));
    }
  }
  const std::string hint =
      hint_for(input, spec, rows,
               "the degree is the largest number of different words that one bank is asked for");
  return partly(begin_finding(spec), right.size(), rows.size(),
                fmt::format("{}", fmt::join(wrong.empty() ? right : wrong, "; ")), hint);
}

Finding check_reported_ratios(const CheckInput& input, const rubric::CheckSpec& spec) {
  auto rows = row_answers(input, spec);
  std::erase_if(rows, [](const RowAnswer& row) { return !row.degree; });
  std::vector<std::string> right;
  std::vector<std::string> wrong;
  for (const RowAnswer& row : rows) {
    if (auto fault = ratio_fault(row, spec)) {
      wrong.push_back(at_row(input, row, *fault));
    } else {
      right.push_back(at_row(input, row, number_text(row.answer.value)));
    }
  }
  const std::string hint = hint_for(input, spec, rows, "report what your own table shows");
  if (wrong.empty() && spec.numbers.at("ordering") != 0) {
    if (auto fault = order_fault(input, rows)) return failed(begin_finding(spec), *fault, hint);
  }
  return partly(begin_finding(spec), right.size(), rows.size(),
                fmt::format("{}", fmt::join(wrong.empty() ? right : wrong, "; ")), hint);
}

Finding check_answered(const CheckInput& input, const rubric::CheckSpec& spec) {
  const submission::Answer& answer = input.answers.at(spec.question);
  const Finding finding = begin_finding(spec);
  switch (answer.state) {
    case AnswerState::kGiven:
      return passed(finding, fmt::format("'{}' is filled in", spec.question));
    case AnswerState::kBlank:
      return failed(finding, fmt::format("'{}' is blank", spec.question), in_answers(input, spec));
    case AnswerState::kRefused:
      break;
  }
  return failed(finding, fmt::format("'{}' is no answer to the question", spec.question),
                as_refused(input, spec));
}

Finding check_answer(const CheckInput& input, const rubric::CheckSpec& spec) {
  const rubric::QuestionSpec* question = input.rubric.find_question(spec.question);
  const submission::Answer& answer = input.answers.at(spec.question);
  if (answer.state != AnswerState::kGiven) return check_answered(input, spec);
  Finding finding = begin_finding(spec);
  const auto key = rubric::answer_key(input.rubric, *question);
  if (!key) {
    finding.status = FindingStatus::kError;
    finding.evidence = fmt::format("the key of '{}' could not be worked out", spec.question);
    return finding;
  }
  if (question->type == rubric::AnswerType::kChoice) {
    const bool right = question->choices.at(static_cast<std::size_t>(*key)) == answer.text;
    return right ? passed(finding, answer.text + " is right")
                 : failed(finding, answer.text + " is not right");
  }
  const double allowed = spec.numbers.at("tolerance") * std::fabs(*key);
  if (std::fabs(answer.number - *key) <= allowed) {
    return passed(finding, number_text(answer.number) + " is right");
  }
  return failed(finding, number_text(answer.number) + " is not right");
}

}  // namespace bankcheck::checks
