// PTX text to module.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "ptx/module.hpp"

namespace bankcheck::ptx {

/// Parses PTX as nvcc 12 and 13 print it (ISA 7.0 to 9.x). Every instruction is checked against the
/// instruction table: an opcode, modifier, type or operand shape outside it is a diagnostic at its
/// line of the PTX, with the source line (`.loc`) in the text; all of them are collected. Never
/// throws and never recurses on the input's depth; text past 64 MiB is refused.
base::Result<Module> parse(std::string_view text, std::string_view name);

}  // namespace bankcheck::ptx
