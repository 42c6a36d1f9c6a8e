// Variables that addresses name, against the state spaces of the instruction.
#include "ptx/operand.hpp"

namespace bankcheck::ptx {
namespace {

/// Which operand the address number `address` is.
std::size_t address_index(const ParsedOperands& parsed, std::size_t address) {
  std::size_t index = 0;
  while (true) {
    const bool is_address = std::holds_alternative<AddressOperand>(parsed.operands[index].value);
    if (is_address && address-- == 0) return index;
    ++index;
  }
}

std::string_view space_name(StateSpace space) {
  constexpr std::string_view kNames[] = {"generic", "global", "shared", "const", "local", "param"};
  return kNames[static_cast<std::size_t>(space)];
}

}  // namespace

std::optional<OperandError> fit_spaces(const ParsedOperands& parsed, const Spelling& spelling,
                                       Instruction& instruction) {
  for (std::size_t i = 0; i < parsed.address_spaces.size(); ++i) {
    const StateSpace named = parsed.address_spaces[i];
    const StateSpace wanted = i == 0 ? spelling.space : spelling.second_space;
    if (named == StateSpace::kGeneric || named == wanted) continue;
    const bool has_generic_address = named != StateSpace::kConst && named != StateSpace::kParam;
    if (wanted != StateSpace::kGeneric || !has_generic_address) {
      const std::size_t at = address_index(parsed, i);
      return OperandError{parsed.starts[at], "operand " + std::to_string(at + 1) + " of " +
                                                 quoted(spelling.text) + " names a ." +
                                                 std::string(space_name(named)) + " variable"};
    }
    instruction.space = named;
  }
  return std::nullopt;
}

}  // namespace bankcheck::ptx
