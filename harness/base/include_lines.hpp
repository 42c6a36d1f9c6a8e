// The `#include` lines of a C++ text, by a scan that knows comments and nothing else of the
// preprocessor: directives in branches that are not compiled count, those spelled by macros do not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bankcheck::base {

/// One `#include` directive of a text.
struct IncludeLine {
  int line = 0;
  int column = 0;  ///< of the name's opening quote or bracket
  std::string name;
  bool angled = false;
};

std::vector<IncludeLine> find_includes(std::string_view text);

}  // namespace bankcheck::base
