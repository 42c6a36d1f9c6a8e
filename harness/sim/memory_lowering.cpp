// Lowering of loads, stores, atomics and copies.
#include <algorithm>

#include "sim/function_lowering.hpp"

namespace bankcheck::sim {

using ptx::Modifier;
using ptx::ScalarType;
using ptx::StateSpace;

namespace {

std::uint32_t register_bytes(ScalarType type) { return ptx::size_bytes(type) == 8 ? 8 : 4; }

SiteKind site_kind(StateSpace space, SiteKind shared, SiteKind global) {
  switch (space) {
    case StateSpace::kShared:
      return shared;
    case StateSpace::kGlobal:
      return global;
    case StateSpace::kGeneric:
      return shared;  // the next site counts global
    default:
      return SiteKind::kOther;
  }
}

}  // namespace

void FunctionLowering::lower_load(const ptx::Instruction& instruction, Op& op) {
  address(instruction, instruction.operands[1], op);
  vector_or_scalar(instruction, instruction.operands[0], false, 4, op);
  op.site = add_site(instruction,
                     site_kind(instruction.space, SiteKind::kSharedLoad, SiteKind::kGlobalLoad));
  if (instruction.space == StateSpace::kGeneric) add_site(instruction, SiteKind::kGlobalLoad);
}

void FunctionLowering::lower_store(const ptx::Instruction& instruction, Op& op) {
  address(instruction, instruction.operands[0], op);
  vector_or_scalar(instruction, instruction.operands[1], true, register_bytes(instruction.type()),
                   op);
  op.site = add_site(instruction,
                     site_kind(instruction.space, SiteKind::kSharedStore, SiteKind::kGlobalStore));
  if (instruction.space == StateSpace::kGeneric) add_site(instruction, SiteKind::kGlobalStore);
}

/// 32-bit atomics on integers and bits are single instructions of the hardware; others may become
/// loops.
static AtomicRule atomic_rule(const ptx::Instruction& instruction) {
  const ScalarType type = instruction.type();
  if (type != ScalarType::kU32 && type != ScalarType::kS32 && type != ScalarType::kB32) {
    return AtomicRule::kNone;
  }
  return instruction.has(Modifier::kCas) ? AtomicRule::kCompareAndSwap : AtomicRule::kOneWord;
}

void FunctionLowering::lower_atomic(const ptx::Instruction& instruction, Op& op) {
  const bool reduction = instruction.opcode == ptx::Opcode::kRed;
  const std::size_t at = reduction ? 0 : 1;
  const std::uint32_t bytes = register_bytes(instruction.type());
  if (!reduction) op.d = destination(instruction.operands[0]);
  address(instruction, instruction.operands[at], op);
  op.b = source(instruction, instruction.operands[at + 1], bytes);
  if (instruction.has(Modifier::kCas))
    op.c = source(instruction, instruction.operands[at + 2], bytes);
  op.flags = static_cast<std::uint8_t>(atomic_rule(instruction));
  op.site = add_site(
      instruction, site_kind(instruction.space, SiteKind::kSharedAtomic, SiteKind::kGlobalAtomic));
  if (instruction.space == StateSpace::kGeneric) add_site(instruction, SiteKind::kGlobalAtomic);
}

/// Forms with a result have it first; then come the object and what it is changed by.
void FunctionLowering::lower_mbarrier(const ptx::Instruction& instruction, Op& op) {
  const auto& operands = instruction.operands;
  if (instruction.has(Modifier::kPendingCount)) {
    op.d = destination(operands[0]);
    op.a = source(instruction, operands[1], 8);
    return;
  }
  const bool has_result = !std::holds_alternative<ptx::AddressOperand>(operands[0].value);
  const std::size_t at = has_result ? 1 : 0;
  if (has_result) op.d = destination(operands[0]);
  address(instruction, operands[at], op);
  const bool waits = instruction.has(Modifier::kTestWait) || instruction.has(Modifier::kTryWait);
  const bool by_state = waits && !instruction.has(Modifier::kParity);
  if (operands.size() > at + 1) {
    op.b = source(instruction, operands[at + 1], by_state ? 8 : 4);
  }
  if (waits) op.control = Control::kMbarrierWait;
}

void FunctionLowering::lower_cp_async(const ptx::Instruction& instruction, Op& op) {
  if (instruction.has(Modifier::kMbarrier)) {
    lower_mbarrier(instruction, op);
    return;
  }
  if (instruction.has(Modifier::kCommitGroup)) return;
  if (instruction.has(Modifier::kWaitAll)) {
    op.flags = 1;
    return;
  }
  if (instruction.has(Modifier::kWaitGroup)) {
    op.aux = static_cast<std::uint32_t>(
        std::get<ptx::ImmediateOperand>(instruction.operands[0].value).bits);
    return;
  }
  const auto* size = instruction.operands.size() < 3
                         ? nullptr
                         : std::get_if<ptx::ImmediateOperand>(&instruction.operands[2].value);
  const std::uint64_t bytes = size == nullptr ? 0 : size->bits;
  if (bytes != 4 && bytes != 8 && bytes != 16) {
    fail(instruction, "the simulator supports cp.async of 4, 8 or 16 bytes only");
    return;
  }
  Op from = op;
  address(instruction, instruction.operands[1], from);
  address(instruction, instruction.operands[0], op);
  op.b = from.a;
  op.e = static_cast<std::uint32_t>(from.offset);
  op.aux = static_cast<std::uint32_t>(bytes);
  if (instruction.operands.size() > 3) {
    const ptx::Operand& last = instruction.operands[3];
    const auto* reg = std::get_if<ptx::RegisterOperand>(&last.value);
    if (reg != nullptr && function_.registers[reg->id].type == ScalarType::kPred) {
      fail(instruction, "the simulator does not support cp.async with an ignore-src predicate");
      return;
    }
    op.c = source(instruction, last, 4);
  }
  op.site = add_site(instruction, SiteKind::kAsyncCopy);
  add_site(instruction, SiteKind::kGlobalLoad);
}

/// ldmatrix has its registers first, stmatrix its address.
void FunctionLowering::lower_matrix(const ptx::Instruction& instruction, Op& op) {
  const bool is_store = instruction.opcode == ptx::Opcode::kStmatrix;
  address(instruction, instruction.operands[is_store ? 0 : 1], op);
  vector_or_scalar(instruction, instruction.operands[is_store ? 1 : 0], is_store, 4, op);
  op.site = add_site(instruction, is_store ? SiteKind::kSharedStore : SiteKind::kMatrixLoad);
  if (instruction.space == StateSpace::kGeneric) {
    fail(instruction, "the simulator does not support matrix accesses with a generic address");
  }
}

}  // namespace bankcheck::sim
