// Instructions as text, for messages and tests.
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace bankcheck::ptx {

/// `ld.shared.v2.f32`: the words in a fixed order (modifiers, spaces, vector width, types), which
/// may differ from the order that they were written in.
std::string print_spelling(const Instruction& instruction);

/// `@!%p1 ld.shared.f32 %f1, [%r2+4];`, an instruction of `function`. Labels are written as the
/// index of the instruction that they stand before: `bra @12;`.
std::string print(const Instruction& instruction, const Function& function);

}  // namespace bankcheck::ptx
