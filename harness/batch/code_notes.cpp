#include "batch/code_notes.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "checks/text.hpp"
#include "sim/storage_layout.hpp"

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

std::vector<std::string> delays_of(const ptx::Module& module, const ptx::Function& entry) {
  std::map<std::string, base::SourceLine> first_places;
  for (const ptx::Function* function : sim::reachable_functions(module, entry)) {
    for (const ptx::Instruction& instruction : function->instructions) {
      if (const char* note = note_on(instruction)) {
        first_places.try_emplace(note, module.lines.at(instruction.line_index));
      }
    }
  }
  std::vector<std::string> delays;
  for (const auto& [note, place] : first_places) {
    const std::string where = checks::line_text(place);
    delays.push_back(note + (where.empty() ? "" : " at " + where));
  }
  return delays;
}

std::vector<std::string> code_notes(std::span<const base::RowRecord> rows) {
  std::set<std::string> notes;
  for (const base::RowRecord& row : rows) {
    for (const std::string& delay : row.delays) notes.insert("the code " + delay);
  }
  return {notes.begin(), notes.end()};
}

}  // namespace bankcheck::batch
