// Spellings of types, opcodes and modifiers, and the way back from an opcode's spelling to its
// rows.
#include <array>
#include <unordered_map>

#include "ptx/instruction_table.hpp"

namespace bankcheck::ptx {
namespace {

struct TypeRow {
  std::string_view name;
  std::uint32_t size_bytes;
};

constexpr TypeRow kTypes[] = {
    {"", 0},      {"pred", 1}, {"b8", 1},     {"b16", 2},   {"b32", 4},   {"b64", 8},
    {"b128", 16}, {"u8", 1},   {"u16", 2},    {"u32", 4},   {"u64", 8},   {"s8", 1},
    {"s16", 2},   {"s32", 4},  {"s64", 8},    {"u16x2", 4}, {"s16x2", 4}, {"f16", 2},
    {"f16x2", 4}, {"bf16", 2}, {"bf16x2", 4}, {"f32", 4},   {"f64", 8},
};

#define BANKCHECK_TEXT(id, text) text,
constexpr std::string_view kOpcodeNames[] = {BANKCHECK_PTX_OPCODES(BANKCHECK_TEXT)};
constexpr std::string_view kModifierNames[] = {BANKCHECK_PTX_MODIFIERS(BANKCHECK_TEXT)};
#undef BANKCHECK_TEXT

const std::unordered_map<std::string_view, Opcode>& opcodes_by_spelling() {
  static const std::unordered_map<std::string_view, Opcode> kOpcodes = [] {
    std::unordered_map<std::string_view, Opcode> opcodes;
    for (const InstructionRow& row : instruction_table()) {
      opcodes.emplace(spelling(row.opcode), row.opcode);
    }
    return opcodes;
  }();
  return kOpcodes;
}

}  // namespace

std::uint32_t size_bytes(ScalarType type) {
  return kTypes[static_cast<std::size_t>(type)].size_bytes;
}

std::string_view name(ScalarType type) { return kTypes[static_cast<std::size_t>(type)].name; }

std::string_view spelling(Opcode opcode) { return kOpcodeNames[static_cast<std::size_t>(opcode)]; }

std::string_view spelling(Modifier modifier) {
  return kModifierNames[static_cast<std::size_t>(modifier)];
}

std::optional<Opcode> find_opcode(std::string_view spelling) {
  const auto found = opcodes_by_spelling().find(spelling);
  if (found == opcodes_by_spelling().end()) return std::nullopt;
  return found->second;
}

bool accesses_memory(const InstructionRow& row) {
  return row.operands.starts_with('a') || row.operands.find(",a") != std::string_view::npos;
}

}  // namespace bankcheck::ptx
