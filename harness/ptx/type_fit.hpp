// Which types of registers and constants an operand of a given type takes.
//
// Theory of operation. PTX wants the size of a register to be that of the operand and its kind to
// agree: untyped bits go with everything, integers with integers of either sign, a float only with
// its own type, predicates only with predicates. Loads, stores and conversions also take a wider
// register, unless it is a float. (PTX ISA, "Type Information for Instructions and Operands"; tried
// against ptxas 13.)
#pragma once

#include <cstdint>

#include "ptx/lexer.hpp"
#include "ptx/module.hpp"

namespace bankcheck::ptx {

bool register_fits(ScalarType type, ScalarType wanted, bool may_be_wider);
/// Whether an integer constant can be an operand of this type.
bool integer_fits(ScalarType wanted);
/// Whether a floating-point constant, a kFloat32, kFloat64 or kDecimal token, can.
bool float_fits(TokenKind literal, ScalarType wanted);
/// Whether the address of a variable can be a value of this type.
bool address_value_fits(ScalarType wanted);
/// Whether a register of this type can hold an address.
bool is_address_register(ScalarType type);
bool special_fits(ScalarType type, ScalarType wanted);

/// `u32` for `u16`, …; kNone when there is none.
ScalarType twice_as_wide(ScalarType type);
/// Untyped bits of so many bytes; kNone when there is none.
ScalarType bits_of_size(std::uint32_t size_bytes);

}  // namespace bankcheck::ptx
