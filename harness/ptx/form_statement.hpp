// Instructions written out from the rows of the table, with operands that fit them, so that any
// part of the program can be asked what it makes of each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ptx/form_text.hpp"

namespace bankcheck::ptx {

/// `add.ftz.f32 %r1, %r1, %r1;`: the instruction with one word for each place of its row.
std::string write_statement(const InstructionRow& row, const std::vector<WordPlace>& places,
                            const std::vector<std::string_view>& words);

/// A module whose one kernel holds the statement, and the names that such statements use.
std::string module_around(std::string_view statement);

}  // namespace bankcheck::ptx
