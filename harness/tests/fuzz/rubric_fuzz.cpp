// Rubrics from anywhere: loaded or refused with diagnostics, never a crash or a hang.
#include <cstddef>
#include <cstdint>
#include <string>

#include "rubric/rubric.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankcheck;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto rubric = rubric::parse_rubric(base::SourceText("fuzz.yaml", text));
  if (!rubric.ok()) {
    (void)base::render(rubric.errors());
    return 0;
  }
  for (const rubric::RowSpec& row : rubric.value().sweep.rows) {
    (void)rubric.value().predicted_degree(row);
  }
  for (const rubric::QuestionSpec& question : rubric.value().questions) {
    (void)rubric::answer_key(rubric.value(), question);
  }
  return 0;
}
