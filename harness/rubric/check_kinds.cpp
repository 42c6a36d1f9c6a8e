#include "rubric/check_kinds.hpp"

#include <algorithm>

namespace bankcheck::rubric {
namespace {

using enum SettingType;

constexpr bool kRequired = true;
constexpr bool kAnswersOnly = false;

Setting row(std::string_view name) { return {name, kRow, kRequired, 0, {}, {}}; }
Setting rows(std::string_view standard = "all") {
  return {"rows", kRowSet, false, 0, standard, {}};
}
Setting question() { return {"question", kQuestion, kRequired, 0, {}, {}}; }
Setting measure() { return {"measure", kMeasure, false, 0, {}, {}}; }
Setting number(std::string_view name, double standard) {
  return {name, kNumber, false, standard, {}, {}};
}
Setting boolean(std::string_view name, bool standard) {
  return {name, kBoolean, false, standard ? 1.0 : 0.0, {}, {}};
}
const std::vector<std::string_view>& hazard_names() {
  static const std::vector<std::string_view> names{
      "race",          "missing_barrier", "divergent_barrier", "uninitialised_read",
      "out_of_bounds", "misaligned",      "endless_loop",      "deadlock",
      "trap",          "assertion",       "guard_word"};
  return names;
}
Setting hazards(std::string_view name, bool required) {
  return {name, kTexts, required, 0, {}, hazard_names()};
}

std::vector<CheckKind> build() {
  return {
      {"result", "Every thread's result is right", true, {rows()}},
      {"reads", "Every thread made the shared reads it claims", true, {rows()}},
      {"degrees",
       "Measured degrees equal the bank model's",
       true,
       {rows(), measure(), number("tolerance", 0)}},
      {"closer",
       "One row is closer to the second than to the third",
       true,
       {row("row"), row("to"), row("than"), measure()}},
      {"slower", "One row is slower than another", true, {row("row"), row("than"), measure()}},
      {"rows_added", "The rows asked for were added", true, {rows("added")}},
      {"hazards",
       "No race, no missing barrier, nothing out of bounds",
       true,
       {rows(), hazards("allow", false)}},
      {"hazard_found",
       "The kernel does what the exercise is about",
       true,
       {rows(), hazards("kinds", kRequired)}},
      {"line_degrees",
       "No line takes more wavefronts a request than it needs",
       true,
       {rows(), measure(), number("at_most", 1)}},
      {"shared_bytes",
       "The kernel has the shared memory that it should",
       true,
       {rows(), number("at_least", 0), number("at_most", 1e9)}},
      {"no_more_shared",
       "One kernel needs no more shared memory than another",
       true,
       {row("row"), row("than")}},
      {"ratio",
       "One row's measure is a multiple of another's",
       true,
       {row("row"), row("to"), measure(), number("at_least", 0), number("at_most", 1e9)}},
      {"times_agree",
       "Times and wavefronts tell the same story",
       true,
       {rows(), number("below", 0.4), number("above", 0.15)}},
      {"delays", "The kernel neither reads a clock nor sleeps", true, {rows()}},
      {"even_work",
       "Apart from what is measured, all rows do the same work",
       true,
       {rows(), number("above", 0.5)}},
      {"predicted_degrees", "The predicted degrees are right", true, {question()}},
      {"reported_ratios",
       "The reported ratios fit the degrees and their order",
       true,
       {question(), number("below", 0.4), number("above", 0.15), boolean("ordering", true)}},
      {"answered", "The question is answered", kAnswersOnly, {question()}},
      {"answer", "The answer is right", kAnswersOnly, {question(), number("tolerance", 0)}},
      {"sentence",
       "The sentence gives the reason",
       kAnswersOnly,
       {question(), number("words", 8), {"phrases", kPhrases, false, 0, {}, {}}}},
  };
}

}  // namespace

const std::vector<CheckKind>& check_kinds() {
  static const std::vector<CheckKind> kinds = build();
  return kinds;
}

const CheckKind* find_check_kind(std::string_view name) {
  const auto& kinds = check_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const CheckKind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace bankcheck::rubric
