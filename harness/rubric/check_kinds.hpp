// The kinds of check that a rubric may ask for and the settings that each takes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rubric/rubric.hpp"

namespace bankcheck::rubric {

enum class SettingType : std::uint8_t {
  kRow,       ///< a row's label: CheckSpec::rows
  kRowSet,    ///< `all`, `base`, `added`, `hidden` or a list of labels: CheckSpec::row_set
  kQuestion,  ///< a question's key: CheckSpec::question
  kMeasure,   ///< CheckSpec::measure
  kNumber,    ///< not negative: CheckSpec::numbers
  kBoolean,   ///< CheckSpec::numbers, 0 or 1
  kTexts,     ///< a list of texts out of `allowed`: CheckSpec::texts
  kPhrases,   ///< a list of lists of texts: CheckSpec::phrases
};

struct Setting {
  std::string_view name;
  SettingType type = SettingType::kNumber;
  bool required = false;
  double number = 0;                 ///< default of a number or a boolean
  std::string_view row_set = "all";  ///< default of a row set
  std::vector<std::string_view> allowed;
};

struct CheckKind {
  std::string_view name;
  std::string_view title;  ///< default of CheckSpec::title
  bool needs_kernels = true;
  std::vector<Setting> settings;
};

const std::vector<CheckKind>& check_kinds();
const CheckKind* find_check_kind(std::string_view name);

}  // namespace bankcheck::rubric
