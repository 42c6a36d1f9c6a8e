#include "batch/code_notes.hpp"

#include <algorithm>
#include <map>

#include "checks/text.hpp"

namespace bankcheck::batch {
namespace {

bool is_clock(const ptx::Operand& operand) {
  const auto* special = std::get_if<ptx::SpecialOperand>(&operand.value);
  if (special == nullptr) return false;
  const std::string& name =
      ptx::special_register_names().at(static_cast<std::size_t>(special->index));
  return name.starts_with("%clock") || name.starts_with("%globaltimer");
}

const char* note_on(const ptx::Instruction& instruction) {
  if (instruction.opcode == ptx::Opcode::kNanosleep) return "sleeps (nanosleep)";
  const auto& operands = instruction.operands;
  if (std::any_of(operands.begin(), operands.end(), is_clock)) return "reads the clock";
  return nullptr;
}

}  // namespace

std::vector<std::string> code_notes(const ptx::Module& module) {
  std::map<std::string, base::SourceLine> first_places;
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& instruction : function.instructions) {
      if (const char* note = note_on(instruction)) {
        first_places.try_emplace(note, module.lines.at(instruction.line_index));
      }
    }
  }
  std::vector<std::string> notes;
  for (const auto& [note, place] : first_places) {
    const std::string where = checks::line_text(place);
    notes.push_back("the code " + note + (where.empty() ? "" : " at " + where));
  }
  return notes;
}

}  // namespace bankcheck::batch
