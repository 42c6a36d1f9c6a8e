// The dotted words of instructions: types, state spaces, modifiers, vector widths.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ptx/module.hpp"

namespace bankcheck::ptx {

struct Word {
  enum class Kind : std::uint8_t { kType, kSpace, kModifier, kVector };
  Kind kind;
  /// The enumerator of the kind's type; of a vector its width.
  std::uint8_t value;
};

/// What `u32`, `shared::cta`, `rn` or `v2` is (without its dot); nothing for any other word.
std::optional<Word> find_word(std::string_view text);
std::optional<ScalarType> find_type(std::string_view text);

/// Calls `use` with each piece of `text` between separators, empty pieces left out.
template <class Use>
void for_each_piece(std::string_view text, char separator, Use use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// Piece number `index` between separators, from 0, empty ones counted; empty when there are fewer.
inline std::string_view nth_piece(std::string_view text, char separator, std::size_t index) {
  for (; index > 0; --index) {
    text.remove_prefix(std::min(std::min(text.find(separator), text.size()) + 1, text.size()));
  }
  return text.substr(0, text.find(separator));
}

}  // namespace bankcheck::ptx
