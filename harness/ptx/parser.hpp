// PTX text to module.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "ptx/module.hpp"

namespace bankcheck::ptx {

/// Parses PTX as nvcc 12 and 13 print it (ISA 7.0 to 9.x). Every instruction is checked against the
/// instruction table. What is not PTX (syntax, an unknown name, an operand of the wrong shape or
/// type) is an error at its line and column, and all of them are collected, up to 50. An
/// instruction with an opcode, modifier or type outside the table is not an error of the text: the
/// function that has it says so (Function::unsupported), with the source line (`.loc`), and the
/// module's other functions can be used. Never throws and never recurses on the input's depth;
/// limits.hpp bounds what a text can ask for.
base::Result<Module> parse(std::string_view text, std::string_view name);

}  // namespace bankcheck::ptx
