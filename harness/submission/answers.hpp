// A student's answers.yaml, question by question.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::submission {

/// What stands where an answer belongs. Blanks and unfit values are data: they fail a check, not
/// the reading of the file.
enum class AnswerState : std::uint8_t {
  kBlank,  ///< not there, empty, `~`, `____` or TODO
  kGiven,
  kRefused,  ///< something that is no answer; a remark says why
};

struct NumberAnswer {
  AnswerState state = AnswerState::kBlank;
  double value = 0;  ///< of a given one: finite, 0 to 1e9
};

struct Answer {
  rubric::AnswerType type = rubric::AnswerType::kNumber;
  /// Of a number per row: given when every row is, refused when any is, else blank.
  AnswerState state = AnswerState::kBlank;
  double number = 0;
  /// Trimmed, at most 2000 bytes; as the student wrote it, so escape it. Of a choice: one of them.
  std::string text;
  std::map<std::string, NumberAnswer> rows;  ///< by label; every row that the question asks for
};

struct Answers {
  bool file_found = false;
  std::string path;
  std::map<std::string, Answer> questions;  ///< every question of the rubric, by key
  /// What was odd in a file that could be read, at its place: unfit values, keys that nobody asked
  /// for.
  base::Diagnostics remarks;

  /// A question that the rubric has.
  const Answer& at(std::string_view key) const;
};

/// Every question blank: for a submission without an answers file.
Answers blank_answers(const rubric::Rubric& rubric);

/// Fails on what cannot be read as answers at all: broken YAML, aliases, a key given twice, answers
/// to another exercise.
base::Result<Answers> parse_answers(const base::SourceText& text, const rubric::Rubric& rubric);

/// The questions and rows that are not filled in: `predicted_degree of 3`, `sentence`.
std::vector<std::string> blanks(const Answers& answers, const rubric::Rubric& rubric);

}  // namespace bankcheck::submission
