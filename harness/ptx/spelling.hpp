// An opcode with its dotted words, `ld.global.v2.f32`, resolved by the instruction table.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ptx/form.hpp"

namespace bankcheck::ptx {

/// `ld.global.v2.f32` taken apart, and the forms that its words fit. Which of those it is, its
/// operands decide.
struct Spelling {
  std::string_view text;
  Opcode opcode{};
  std::vector<Modifier> modifiers;
  std::vector<ScalarType> types;
  StateSpace space = StateSpace::kGeneric;
  StateSpace second_space = StateSpace::kGeneric;
  std::uint8_t vector_width = 1;
  std::vector<const Form*> forms;
};

/// Why the table does not have a spelling; empty when there is nothing more to say than that.
struct SpellingError {
  std::string reason;
};

/// `text` must live as long as the result.
std::variant<Spelling, SpellingError> resolve_spelling(std::string_view text);

}  // namespace bankcheck::ptx
