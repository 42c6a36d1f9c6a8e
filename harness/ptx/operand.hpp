// The operands of one instruction: reading them, and checking them against the table's forms.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ptx/body.hpp"
#include "ptx/spelling.hpp"

namespace bankcheck::ptx {

/// Operands as written. Until a form is chosen, the `bits` of a floating-point constant are an
/// index into `float_literals`: its representation depends on the operand's type.
struct ParsedOperands {
  std::vector<Operand> operands;
  std::vector<Token> starts;
  std::vector<Token> float_literals;
  /// Of each address in turn, the space of the variable that it names; kGeneric when it names none.
  std::vector<StateSpace> address_spaces;
};

/// Reads operands up to the `;`. False when an error has been reported.
bool parse_operands(Body& body, ParsedOperands& parsed);
/// Reads one operand; false when an error has been reported.
bool parse_operand(Body& body, ParsedOperands& parsed);

/// What is wrong with the operands of an instruction.
struct OperandError {
  Token at;
  std::string text;
};

/// Finds the form that the operands of the instruction at `at` fit and finishes them for it, or
/// says why there is none.
std::optional<OperandError> fit_operands(const Body& body, const Spelling& spelling,
                                         const Token& at, ParsedOperands& parsed);

/// Holds the variables that addresses name against the spaces of the instruction. A generic access
/// to a variable by name becomes an access to the variable's space.
std::optional<OperandError> fit_spaces(const ParsedOperands& parsed, const Spelling& spelling,
                                       Instruction& instruction);

}  // namespace bankcheck::ptx
