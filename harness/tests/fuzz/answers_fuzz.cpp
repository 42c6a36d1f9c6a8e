// Answers from anywhere: read, remarked on or refused, never a crash or a hang.
#include <cstddef>
#include <cstdint>
#include <string>

#include "submission/answers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankcheck;
  static const rubric::Rubric rubric = [] {
    using rubric::AnswerType;
    rubric::Rubric asked;
    asked.exercise = "bank-conflicts";
    asked.questions = {{"predicted_degree", "", AnswerType::kNumberPerRow, {"3", "8", "16"}, {}},
                       {"bank", "", AnswerType::kNumber, {}, {}},
                       {"sentence", "", AnswerType::kText, {}, {}}};
    return asked;
  }();
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto answers = submission::parse_answers(base::SourceText("answers.yaml", text), rubric);
  if (!answers.ok()) {
    (void)base::render(answers.errors());
    return 0;
  }
  (void)base::render(answers.value().remarks);
  (void)submission::blanks(answers.value(), rubric);
  return 0;
}
