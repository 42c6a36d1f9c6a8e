// The instruction table made ready for matching, and the spelling of an instruction resolved by it.
#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.hpp"

namespace bankcheck::ptx {

/// One entry of an `operands` column (see InstructionRow).
struct OperandShape {
  enum class TypeOf : std::uint8_t { kFirst, kSecond, kTwiceFirst, kNamed };
  char kind = 's';
  TypeOf type_of = TypeOf::kFirst;
  ScalarType named = ScalarType::kNone;
  bool may_be_wider = false;
  bool may_have_second = false;
  bool must_have_second = false;
  bool may_be_sink = false;
  bool optional = false;
  /// Of an integer constant; empty when any will do.
  std::vector<std::uint64_t> constants;
};

using ModifierSet = std::bitset<192>;
using TypeSet = std::bitset<32>;

/// One row of the table, its columns taken apart.
struct Form {
  struct Group {
    ModifierSet words;
    bool required = false;
  };
  const InstructionRow* row = nullptr;
  std::vector<OperandShape> operands;
  std::size_t required_operands = 0;
  TypeSet first_types;
  TypeSet second_types;
  ModifierSet modifiers;
  std::vector<Group> groups;
  /// By StateSpace; bit kGeneric means "none written".
  std::bitset<8> spaces;
  std::bitset<8> second_spaces;
  std::bitset<16> vector_widths;
};

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

/// The forms of the whole table, in its order.
const std::vector<Form>& forms();

/// Resolves an opcode with its dotted words. When no form has them all, the text says why: it goes
/// behind "instruction `…` is not supported" and is empty when the opcode is not in the table.
struct SpellingError {
  std::string reason;
};
std::variant<Spelling, SpellingError> resolve_spelling(std::string_view text);

/// The type word `u32`, without its dot.
std::optional<ScalarType> find_type(std::string_view word);
/// `.global`, `shared::cta`, … without the dot.
std::optional<StateSpace> find_space(std::string_view word);

}  // namespace bankcheck::ptx
