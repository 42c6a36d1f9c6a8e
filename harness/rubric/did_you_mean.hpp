// The name that somebody probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bankcheck::rubric {

/// "; did you mean `stride`?" when one of `names` is a slip or two away from `word`, else empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace bankcheck::rubric
