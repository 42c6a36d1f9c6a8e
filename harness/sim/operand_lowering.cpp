// The operands of an instruction as slots of the register file.
#include <fmt/format.h>

#include "sim/address_space.hpp"
#include "sim/function_lowering.hpp"

namespace bankcheck::sim {

using ptx::Opcode;
using ptx::ScalarType;

namespace {

std::uint32_t lane_bytes_of(ScalarType type) { return ptx::size_bytes(type) == 8 ? 8 : 4; }

ptx::ScalarOperand as_scalar(const ptx::Operand& operand) {
  return std::visit(
      [](const auto& value) -> ptx::ScalarOperand {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, ptx::VectorOperand>) {
          return ptx::SinkOperand{};
        } else {
          return value;
        }
      },
      operand.value);
}

}  // namespace

/// Lane width of source operand `index`: that of the first type, but for the operands that PTX
/// fixes.
std::uint32_t FunctionLowering::source_bytes(const ptx::Instruction& instruction,
                                             std::size_t index) const {
  const bool wide = instruction.has(ptx::Modifier::kWide);
  switch (instruction.opcode) {
    case Opcode::kShl:
    case Opcode::kShr:
      return index >= 2 ? 4 : lane_bytes_of(instruction.type());
    case Opcode::kBfe:
      return index >= 2 ? 4 : lane_bytes_of(instruction.type());
    case Opcode::kBfi:
      return index >= 3 ? 4 : lane_bytes_of(instruction.type());
    case Opcode::kMad:
      return wide && index == 3 ? 2 * lane_bytes_of(instruction.type())
                                : lane_bytes_of(instruction.type());
    case Opcode::kSlct:
      return lane_bytes_of(instruction.type(index == 3 ? 1 : 0));
    case Opcode::kSet:
    case Opcode::kCvt:
      return lane_bytes_of(instruction.type(1));
    case Opcode::kIsspacep:
      return 8;
    default:
      return lane_bytes_of(instruction.type());
  }
}

std::uint64_t FunctionLowering::symbol_address(const ptx::Instruction& instruction,
                                               const ptx::SymbolOperand& symbol) {
  const auto offset = static_cast<std::uint64_t>(symbol.offset);
  if (const auto found = symbols_.shared.find(symbol.name); found != symbols_.shared.end()) {
    return found->second + offset;
  }
  if (const auto found = symbols_.global.find(symbol.name); found != symbols_.global.end()) {
    return found->second + offset;
  }
  if (const auto found = symbols_.functions.find(symbol.name); found != symbols_.functions.end()) {
    return function_address(found->second);
  }
  fail(instruction, fmt::format("{} is not defined in this file", symbol.name));
  return 0;
}

Slot FunctionLowering::scalar(const ptx::Instruction& instruction,
                              const ptx::ScalarOperand& operand, std::uint32_t lane_bytes) {
  if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand))
    return plan_.registers[reg->id];
  if (const auto* immediate = std::get_if<ptx::ImmediateOperand>(&operand)) {
    return slots_.constant(immediate->bits, lane_bytes);
  }
  if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand)) {
    return slots_.constant(symbol_address(instruction, *symbol), lane_bytes);
  }
  if (const auto* special = std::get_if<ptx::SpecialOperand>(&operand)) {
    return is_clock(special->index) ? kNoSlot : slots_.special(special->index, lane_bytes);
  }
  return kNoSlot;
}

Slot FunctionLowering::source(const ptx::Instruction& instruction, const ptx::Operand& operand,
                              std::uint32_t lane_bytes) {
  return scalar(instruction, as_scalar(operand), lane_bytes);
}

Slot FunctionLowering::destination(const ptx::Operand& operand) const {
  const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value);
  return reg == nullptr ? kNoSlot : plan_.registers[reg->id];
}

Slot FunctionLowering::predicate_source(const ptx::Operand& operand) const {
  if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value)) {
    return plan_.registers[reg->id];
  }
  const auto* immediate = std::get_if<ptx::ImmediateOperand>(&operand.value);
  return immediate != nullptr && immediate->bits != 0 ? FixedSlots::kAlwaysTrue
                                                      : FixedSlots::kNeverTrue;
}

/// A parameter of this function or of a call that it makes: its bytes lie in the register file.
bool FunctionLowering::parameter_address(const ptx::AddressOperand& address, Op& op) const {
  const auto* name = std::get_if<std::string>(&address.base);
  if (name == nullptr) return false;
  const auto found = plan_.blocks.find(*name);
  if (found == plan_.blocks.end()) return false;
  op.b = found->second.slot;
  op.c = found->second.bytes_per_lane;
  op.offset = address.offset;
  return true;
}

/// Fills op.a and op.offset.
void FunctionLowering::address(const ptx::Instruction& instruction, const ptx::Operand& operand,
                               Op& op) {
  const auto& address = std::get<ptx::AddressOperand>(operand.value);
  if (parameter_address(address, op)) {
    const std::uint64_t end = static_cast<std::uint64_t>(op.offset) +
                              ptx::size_bytes(instruction.type()) * instruction.vector_width;
    if (op.offset < 0 || end > op.c) fail(instruction, "an access outside of a call's parameter");
    return;
  }
  op.offset = address.offset;
  if (const auto* reg = std::get_if<ptx::RegisterId>(&address.base)) {
    op.a = plan_.registers[*reg];
    return;
  }
  const auto* name = std::get_if<std::string>(&address.base);
  if (name != nullptr && plan_.local_offsets.contains(*name)) {
    // The frame's place is known only at run time: compute it first.
    Op base;
    base.guard = FixedSlots::kAlwaysTrue;
    base.aux = static_cast<std::uint32_t>(plan_.local_offsets.find(*name)->second);
    base.d = op.a = slots_.lanes(8);
    ptx::Instruction move;
    move.opcode = Opcode::kMov;
    move.types = {ScalarType::kB64};
    move.operands.resize(2);
    OperandShape shape;
    shape.local_source = true;
    base.handler = isa_.select(move, shape);
    append(base);
    return;
  }
  const std::uint64_t absolute = name == nullptr ? 0 : symbol_address(instruction, {*name, 0});
  op.a = slots_.constant(absolute, 8);
}

void FunctionLowering::vector_or_scalar(const ptx::Instruction& instruction,
                                        const ptx::Operand& operand, bool is_source,
                                        std::uint32_t lane_bytes, Op& op) {
  const auto* vector = std::get_if<ptx::VectorOperand>(&operand.value);
  if (vector == nullptr) {
    op.d = is_source ? source(instruction, operand, lane_bytes) : destination(operand);
    return;
  }
  if (vector->elements.size() == 1) {
    op.d = scalar(instruction, vector->elements.front(), lane_bytes);
    return;
  }
  op.aux = static_cast<std::uint32_t>(kernel_.aux.size());
  for (const ptx::ScalarOperand& element : vector->elements) {
    const Slot slot = scalar(instruction, element, lane_bytes);
    kernel_.aux.push_back(slot);
  }
}

}  // namespace bankcheck::sim
