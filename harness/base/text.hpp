// Small changes to texts that many parts make.
#pragma once

#include <string>
#include <string_view>

namespace bankcheck::base {

/// Puts `wanted` in the place of every `old`, from left to right; an empty `old` is nowhere.
void replace_all(std::string* text, std::string_view old, std::string_view wanted);

/// With ASCII's capitals as small letters, whatever the locale.
std::string lower_case(std::string text);

}  // namespace bankcheck::base
