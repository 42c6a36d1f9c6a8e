// sentence: a sentence of the student's own that shows the idea.
//
// A program cannot judge a reason. It can see that there is a sentence of some length and that it
// has the words without which the reason cannot be given; a person reads it in the report.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checks/check_table.hpp"
#include "checks/text.hpp"
#include "submission/answers.hpp"

namespace bankcheck::checks {
namespace {

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || byte >= 0x80;
}

/// Lower case, every run of other bytes one blank, a blank at both ends.
std::string plain_words(const std::string& text) {
  std::string words = " ";
  for (const char c : text) {
    if (is_word_byte(c)) {
      words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (words.back() != ' ') {
      words += ' ';
    }
  }
  if (words.back() != ' ') words += ' ';
  return words;
}

std::size_t word_count(const std::string& plain) {
  return static_cast<std::size_t>(std::count(plain.begin(), plain.end(), ' ')) - 1;
}

/// A phrase may go on within its last word: `divide` is found in `divides` and `divided`.
bool has_phrase(const std::string& plain, const std::string& phrase) {
  std::string wanted = plain_words(phrase);
  wanted.pop_back();
  return plain.find(wanted) != std::string::npos;
}

}  // namespace

Finding check_sentence(const CheckInput& input, const rubric::CheckSpec& spec) {
  const submission::Answer& answer = input.answers.at(spec.question);
  if (answer.state != submission::AnswerState::kGiven) return check_answered(input, spec);
  const Finding finding = begin_finding(spec);
  const std::string plain = plain_words(answer.text);
  const std::size_t words = word_count(plain);
  const auto wanted = static_cast<std::size_t>(spec.numbers.at("words"));
  if (words < wanted) {
    return failed(
        finding, fmt::format("{}, at least {} wanted", count_text(words, "word", "words"), wanted));
  }
  for (const auto& group : spec.phrases) {
    if (std::none_of(group.begin(), group.end(),
                     [&](const std::string& phrase) { return has_phrase(plain, phrase); })) {
      return failed(finding, "the sentence does not give the reason",
                    "give the reason, not only what happens");
    }
  }
  return passed(finding, fmt::format("{} words, with the reason", words));
}

}  // namespace bankcheck::checks
