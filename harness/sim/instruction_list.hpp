// The instructions that the simulator runs, found by asking it: every row of PTX's instruction
// table is written out in all its spellings, and each is lowered.
#pragma once

#include <vector>

#include "ptx/form_text.hpp"
#include "sim/isa.hpp"

namespace bankcheck::sim {

/// Spellings of one row: one word of each place, in every combination.
struct SupportedForm {
  const ptx::InstructionRow* row = nullptr;
  std::vector<ptx::WordPlace> places;
};

/// Every spelling that these bodies run, each in one form; by opcode, then in the table's order.
/// Hints to the caches are tried one at a time.
std::vector<SupportedForm> supported_forms(const Isa& isa);

/// Opcodes that the table has and of which these forms have none, in alphabetical order.
std::vector<ptx::Opcode> unsupported_opcodes(const std::vector<SupportedForm>& forms);

/// Whether the module of `ptx` can be read and all its kernels can be run.
bool runs_all_of(const std::string& ptx, const Isa& isa);

}  // namespace bankcheck::sim
