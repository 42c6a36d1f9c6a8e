// Numbers drawn for each student.
//
// Theory of operation. A draw is a function of the exercise, the number's name and the seed alone,
// by SHA-256: the same on every machine, not changed by another draw that is put before it, and the
// same again when the student hands in a second time.
#include <charconv>

#include <fmt/format.h>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::rubric {
namespace {

std::int64_t draw(const DrawSpec& spec, const std::string& exercise, const std::string& seed) {
  const std::string digits = base::sha256_hex(fmt::format("{}\n{}\n{}", exercise, spec.name, seed));
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + 16, number, 16);
  return spec.values[number % spec.values.size()];
}

void fill_in(const DrawSpec& spec, const std::string& number, std::string* text) {
  base::replace_all(text, "{" + spec.name + "}", number);
}

}  // namespace

Rubric draw_numbers(Rubric rubric, const std::string& seed) {
  for (const DrawSpec& spec : rubric.draws) {
    std::string number = "[yours]";
    if (!seed.empty()) {
      const std::int64_t value = draw(spec, rubric.exercise, seed);
      rubric.constants[spec.name] = value;
      rubric.gpu_constants[spec.name] = value;
      number = std::to_string(value);
    }
    for (QuestionSpec& question : rubric.questions) fill_in(spec, number, &question.prompt);
    for (CheckSpec& check : rubric.checks) fill_in(spec, number, &check.title);
  }
  return rubric;
}

}  // namespace bankcheck::rubric
