// The rows of the instruction table as a reader is shown them: the words of each place of a
// spelling, and the operands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ptx/instruction_table.hpp"

namespace bankcheck::ptx {

/// A place in an instruction's spelling, and the words of which one stands there; an empty word
/// stands for none.
struct WordPlace {
  enum class Kind : std::uint8_t {
    kModifier,
    kSpace,
    kSecondSpace,
    kVector,
    kType,
    kSecondType,
    kThirdType
  };
  Kind kind = Kind::kModifier;
  std::vector<std::string_view> words;

  bool is_optional() const;
  /// Hints to the caches (`L2::128B`), which change no result and which no other word depends on.
  bool is_hint() const;
};

/// The places of a row in the order that they are written: modifiers, spaces, vector width, types.
std::vector<WordPlace> word_places(const InstructionRow& row);

/// `add[.rn|rz][.ftz].(f32|f64)`: at most one word of `[]`, exactly one of `()`.
std::string spellings_text(const InstructionRow& row, const std::vector<WordPlace>& places);

/// `d, a, b`, as PTX's manual names operands: d, p and q for what is written, a, b, c and e for
/// what is read.
std::string operands_text(const InstructionRow& row);

}  // namespace bankcheck::ptx
