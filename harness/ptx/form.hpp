// The instruction table made ready for matching.
#pragma once

#include <bitset>
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
  TypeSet third_types;
  ModifierSet modifiers;
  std::vector<Group> groups;
  /// By StateSpace; bit kGeneric means "none written".
  std::bitset<8> spaces;
  std::bitset<8> second_spaces;
  std::bitset<16> vector_widths;
};

/// The forms of the whole table, in its order.
const std::vector<Form>& forms();
/// That of one row of the table.
const Form& form_of(const InstructionRow& row);
const std::vector<const Form*>& forms_of(Opcode opcode);

}  // namespace bankcheck::ptx
