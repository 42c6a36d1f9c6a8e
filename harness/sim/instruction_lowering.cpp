// Lowering of arithmetic, logic, comparisons and moves.
#include "sim/address_space.hpp"
#include "sim/comparison.hpp"
#include "sim/function_lowering.hpp"

namespace bankcheck::sim {

using ptx::Modifier;
using ptx::ScalarType;
using ptx::StateSpace;

namespace {

/// The rounding modifier of an instruction; kRn when it has none.
Modifier rounding_of(const ptx::Instruction& instruction) {
  static constexpr Modifier kRoundings[] = {Modifier::kRz,  Modifier::kRm,  Modifier::kRp,
                                            Modifier::kRni, Modifier::kRzi, Modifier::kRmi,
                                            Modifier::kRpi, Modifier::kRna};
  for (const Modifier rounding : kRoundings) {
    if (instruction.has(rounding)) return rounding;
  }
  return Modifier::kRn;
}

/// What `set` writes where the comparison holds: 1.0, or all ones of the destination's width.
std::uint32_t true_bits(ScalarType type) {
  switch (type) {
    case ScalarType::kF32:
      return 0x3f800000u;
    case ScalarType::kF16:
    case ScalarType::kF16x2:
      return 0x3c00u;
    case ScalarType::kBf16:
    case ScalarType::kBf16x2:
      return 0x3f80u;
    default:
      return ptx::size_bytes(type) == 2 ? 0xffffu : 0xffffffffu;
  }
}

}  // namespace

/// d, then up to four sources.
void FunctionLowering::lower_plain(const ptx::Instruction& instruction, Op& op) {
  if (instruction.operands.empty()) return;
  op.d = destination(instruction.operands[0]);
  Slot* const sources[] = {&op.a, &op.b, &op.c, &op.e};
  for (std::size_t i = 1; i < instruction.operands.size() && i <= std::size(sources); ++i) {
    *sources[i - 1] = source(instruction, instruction.operands[i], source_bytes(instruction, i));
  }
  op.extra = static_cast<std::uint8_t>(rounding_of(instruction));
}

void FunctionLowering::lower_add(const ptx::Instruction& instruction, Op& op) {
  lower_plain(instruction, op);
  if (instruction.has(Modifier::kCc)) op.flags = 2;  // writes the carry
}

void FunctionLowering::lower_carry(const ptx::Instruction& instruction, Op& op) {
  lower_plain(instruction, op);
  op.flags = instruction.has(Modifier::kCc) ? 3 : 1;  // reads, and perhaps writes
}

void FunctionLowering::lower_compare(const ptx::Instruction& instruction, Op& op) {
  op.d = destination(instruction.operands[0]);
  if (instruction.operands[0].second) op.e = plan_.registers[*instruction.operands[0].second];
  op.a = source(instruction, instruction.operands[1], source_bytes(instruction, 1));
  op.b = source(instruction, instruction.operands[2], source_bytes(instruction, 2));
  op.aux = static_cast<std::uint32_t>(comparison_of(instruction));
  op.site = true_bits(instruction.type());
  if (instruction.operands.size() < 4) return;
  op.c = predicate_source(instruction.operands[3]);
  op.extra = instruction.operands[3].negated ? 1 : 0;
  op.flags = instruction.has(Modifier::kAnd) ? 1 : instruction.has(Modifier::kOr) ? 2 : 3;
}

void FunctionLowering::lower_predicate_logic(const ptx::Instruction& instruction, Op& op) {
  op.d = destination(instruction.operands[0]);
  op.a = predicate_source(instruction.operands[1]);
  op.extra = instruction.operands[1].negated ? 1 : 0;
  if (instruction.operands.size() < 3) return;
  op.b = predicate_source(instruction.operands[2]);
  if (instruction.operands[2].negated) op.extra |= 2;
}

void FunctionLowering::lower_logic(const ptx::Instruction& instruction, Op& op) {
  if (instruction.type() == ScalarType::kPred) {
    lower_predicate_logic(instruction, op);
  } else {
    lower_plain(instruction, op);
  }
}

void FunctionLowering::lower_selp(const ptx::Instruction& instruction, Op& op) {
  op.d = destination(instruction.operands[0]);
  op.a = source(instruction, instruction.operands[1], source_bytes(instruction, 1));
  op.b = source(instruction, instruction.operands[2], source_bytes(instruction, 2));
  op.c = predicate_source(instruction.operands[3]);
  op.extra = instruction.operands[3].negated ? 1 : 0;
}

void FunctionLowering::lower_lop3(const ptx::Instruction& instruction, Op& op) {
  if (instruction.operands.size() != 5) return;  // the form with predicates has no body
  op.d = destination(instruction.operands[0]);
  op.a = source(instruction, instruction.operands[1], 4);
  op.b = source(instruction, instruction.operands[2], 4);
  op.c = source(instruction, instruction.operands[3], 4);
  op.aux = static_cast<std::uint32_t>(
      std::get<ptx::ImmediateOperand>(instruction.operands[4].value).bits & 0xffu);
}

void FunctionLowering::lower_testp(const ptx::Instruction& instruction, Op& op) {
  static constexpr Modifier kClasses[] = {Modifier::kFinite, Modifier::kInfinite,
                                          Modifier::kNumber, Modifier::kNotanumber,
                                          Modifier::kNormal, Modifier::kSubnormal};
  lower_plain(instruction, op);
  for (std::uint8_t i = 0; i < std::size(kClasses); ++i) {
    if (instruction.has(kClasses[i])) op.extra = i;
  }
}

void FunctionLowering::lower_cvt(const ptx::Instruction& instruction, Op& op) {
  lower_plain(instruction, op);
  op.flags = static_cast<std::uint8_t>((instruction.has(Modifier::kSat) ? 1 : 0) |
                                       (instruction.has(Modifier::kFtz) ? 2 : 0) |
                                       (instruction.has(Modifier::kRelu) ? 4 : 0));
  op.aux = static_cast<std::uint32_t>(instruction.type(1));
  const auto* to = std::get_if<ptx::RegisterOperand>(&instruction.operands[0].value);
  op.width = to != nullptr && ptx::size_bytes(function_.registers[to->id].type) == 8 ? 1 : 0;
  if (instruction.has(Modifier::kSatfinite) || instruction.has(Modifier::kRna)) {
    fail(instruction, "the simulator does not support cvt with .satfinite or .rna");
  }
}

void FunctionLowering::lower_mov(const ptx::Instruction& instruction, Op& op) {
  if (instruction.vector_width > 1) {
    fail(instruction, "the simulator does not support mov of vectors");
    return;
  }
  if (instruction.type() == ScalarType::kPred) {
    lower_predicate_logic(instruction, op);
    return;
  }
  const ptx::Operand& to = instruction.operands[0];
  const ptx::Operand& from = instruction.operands[1];
  const std::uint32_t bytes = source_bytes(instruction, 1);
  if (std::holds_alternative<ptx::VectorOperand>(to.value)) {
    vector_or_scalar(instruction, to, false, bytes, op);
    op.a = source(instruction, from, bytes);
    return;
  }
  op.d = destination(to);
  if (const auto* vector = std::get_if<ptx::VectorOperand>(&from.value)) {
    op.aux = static_cast<std::uint32_t>(kernel_.aux.size());
    for (const ptx::ScalarOperand& element : vector->elements) {
      kernel_.aux.push_back(scalar(instruction, element, 4));
    }
    return;
  }
  const auto* symbol = std::get_if<ptx::SymbolOperand>(&from.value);
  if (symbol != nullptr && plan_.local_offsets.contains(symbol->name)) {
    op.aux = static_cast<std::uint32_t>(plan_.local_offsets.find(symbol->name)->second +
                                        static_cast<std::uint64_t>(symbol->offset));
    return;
  }
  op.a = source(instruction, from, bytes);
}

void FunctionLowering::lower_cvta(const ptx::Instruction& instruction, Op& op) {
  std::uint64_t window = 0;
  if (instruction.space == StateSpace::kShared) window = kSharedWindow;
  if (instruction.space == StateSpace::kLocal) window = kLocalWindow;
  op.d = destination(instruction.operands[0]);
  const auto* symbol = std::get_if<ptx::SymbolOperand>(&instruction.operands[1].value);
  if (symbol != nullptr && plan_.local_offsets.contains(symbol->name)) {
    fail(instruction, "the simulator does not support cvta of a local variable's name");
    return;
  }
  op.a = source(instruction, instruction.operands[1], 8);
  op.offset = static_cast<std::int64_t>(instruction.has(Modifier::kTo) ? 0 - window : window);
}

void FunctionLowering::lower_isspacep(const ptx::Instruction& instruction, Op& op) {
  op.d = destination(instruction.operands[0]);
  op.a = source(instruction, instruction.operands[1], 8);
  op.flags = instruction.space == StateSpace::kGlobal ? 1 : 0;
  if (instruction.space == StateSpace::kShared)
    op.offset = static_cast<std::int64_t>(kSharedWindow);
  if (instruction.space == StateSpace::kLocal) op.offset = static_cast<std::int64_t>(kLocalWindow);
}

void FunctionLowering::lower_nothing(const ptx::Instruction&, Op&) {}

}  // namespace bankcheck::sim
