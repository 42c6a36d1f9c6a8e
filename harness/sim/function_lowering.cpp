#include "sim/function_lowering.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ptx/printer.hpp"
#include "sim/address_space.hpp"
#include "sim/control_flow.hpp"

namespace bankcheck::sim {

using ptx::Modifier;
using ptx::Opcode;
using ptx::ScalarType;
using ptx::StateSpace;

FunctionLowering::FunctionLowering(const ptx::Module& module, const Isa& isa,
                                   const SymbolTable& symbols, const FunctionPlan& plan,
                                   SlotAllocator& slots, Kernel& kernel, base::Diagnostics& errors)
    : module_(module),
      isa_(isa),
      symbols_(symbols),
      plan_(plan),
      function_(*plan.lowered.source),
      slots_(slots),
      kernel_(kernel),
      errors_(errors) {}

const FunctionLowering::Row FunctionLowering::kRows[] = {
    {Opcode::kAdd, &FunctionLowering::lower_add},
    {Opcode::kAddc, &FunctionLowering::lower_carry},
    {Opcode::kAnd, &FunctionLowering::lower_logic},
    {Opcode::kAtom, &FunctionLowering::lower_atomic},
    {Opcode::kBar, &FunctionLowering::lower_barrier},
    {Opcode::kBarrier, &FunctionLowering::lower_barrier},
    {Opcode::kBra, &FunctionLowering::lower_branch},
    {Opcode::kBrx, &FunctionLowering::lower_branch},
    {Opcode::kCall, &FunctionLowering::lower_call},
    {Opcode::kCp, &FunctionLowering::lower_cp_async},
    {Opcode::kCvt, &FunctionLowering::lower_cvt},
    {Opcode::kCvta, &FunctionLowering::lower_cvta},
    {Opcode::kDiscard, &FunctionLowering::lower_nothing},
    {Opcode::kElect, &FunctionLowering::lower_elect},
    {Opcode::kExit, &FunctionLowering::lower_exit},
    {Opcode::kFence, &FunctionLowering::lower_nothing},
    {Opcode::kIsspacep, &FunctionLowering::lower_isspacep},
    {Opcode::kLd, &FunctionLowering::lower_load},
    {Opcode::kLdmatrix, &FunctionLowering::lower_matrix},
    {Opcode::kLdu, &FunctionLowering::lower_load},
    {Opcode::kLop3, &FunctionLowering::lower_lop3},
    {Opcode::kMad, &FunctionLowering::lower_add},
    {Opcode::kMadc, &FunctionLowering::lower_carry},
    {Opcode::kMatch, &FunctionLowering::lower_match},
    {Opcode::kMbarrier, &FunctionLowering::lower_mbarrier},
    {Opcode::kMembar, &FunctionLowering::lower_nothing},
    {Opcode::kMov, &FunctionLowering::lower_mov},
    {Opcode::kNanosleep, &FunctionLowering::lower_nothing},
    {Opcode::kNot, &FunctionLowering::lower_logic},
    {Opcode::kOr, &FunctionLowering::lower_logic},
    {Opcode::kPmevent, &FunctionLowering::lower_nothing},
    {Opcode::kPrefetch, &FunctionLowering::lower_nothing},
    {Opcode::kRed, &FunctionLowering::lower_atomic},
    {Opcode::kRedux, &FunctionLowering::lower_redux},
    {Opcode::kRet, &FunctionLowering::lower_return},
    {Opcode::kSelp, &FunctionLowering::lower_selp},
    {Opcode::kSet, &FunctionLowering::lower_compare},
    {Opcode::kSetp, &FunctionLowering::lower_compare},
    {Opcode::kShfl, &FunctionLowering::lower_shfl},
    {Opcode::kSt, &FunctionLowering::lower_store},
    {Opcode::kStmatrix, &FunctionLowering::lower_matrix},
    {Opcode::kSub, &FunctionLowering::lower_add},
    {Opcode::kSubc, &FunctionLowering::lower_carry},
    {Opcode::kTestp, &FunctionLowering::lower_testp},
    {Opcode::kVote, &FunctionLowering::lower_vote},
    {Opcode::kXor, &FunctionLowering::lower_logic},
};

FunctionLowering::Lower FunctionLowering::find_row(Opcode opcode) {
  for (const Row& row : kRows) {
    if (row.opcode == opcode) return row.lower;
  }
  return &FunctionLowering::lower_plain;
}

void FunctionLowering::run() {
  const std::size_t count = function_.instructions.size();
  reconvergence_ = reconvergence_points(function_);
  is_join_.assign(count + 1, false);
  for (std::uint32_t& point : reconvergence_) {
    // Where only the kernel's end is left there is nothing to do together: lanes end as they come.
    if (function_.is_entry && ends_at(point)) point = kNoReconvergence;
    if (point != kNoReconvergence) is_join_[point] = true;
  }
  op_of_.resize(count + 1);
  for (current_ = 0; current_ < count; ++current_) {
    op_of_[current_] = static_cast<std::uint32_t>(kernel_.ops.size());
    if (is_join_[current_]) append_join();
    lower_instruction(function_.instructions[current_]);
  }
  lower_epilogue();
  patch_branches();
}

/// Whether nothing but the function's end follows.
bool FunctionLowering::ends_at(std::uint32_t instruction) const {
  if (instruction == kNoReconvergence) return false;
  if (instruction >= function_.instructions.size()) return true;
  const ptx::Instruction& next = function_.instructions[instruction];
  return !next.guard && (next.opcode == Opcode::kRet || next.opcode == Opcode::kExit);
}

void FunctionLowering::append_join() {
  Op join;
  join.control = Control::kJoin;
  append(join);
}

void FunctionLowering::lower_epilogue() {
  op_of_.back() = static_cast<std::uint32_t>(kernel_.ops.size());
  if (is_join_.back()) append_join();
  Op end;
  end.guard = FixedSlots::kAlwaysTrue;
  end.control = function_.is_entry ? Control::kExit : Control::kReturn;
  append(end);
}

/// Branches were lowered with instruction indices; now that ops have places, they get those.
void FunctionLowering::patch_branches() {
  const auto op_of = [&](std::uint32_t instruction) {
    return instruction == kNoReconvergence ? kNoReconvergence : op_of_[instruction];
  };
  for (std::uint32_t i = op_of_[0]; i < op_of_.back(); ++i) {
    Op& op = kernel_.ops[i];
    if (op.control == Control::kBranch) {
      op.offset = op_of(static_cast<std::uint32_t>(op.offset));
      op.aux = op_of(op.aux);
    } else if (op.control == Control::kBranchTable) {
      op.offset = op_of(static_cast<std::uint32_t>(op.offset));
      const std::uint32_t targets = kernel_.aux[op.aux];
      for (std::uint32_t t = 1; t <= targets; ++t) {
        kernel_.aux[op.aux + t] = op_of(kernel_.aux[op.aux + t]);
      }
    }
  }
}

void FunctionLowering::fail(const ptx::Instruction& instruction, const std::string& why) {
  const base::SourceLine& line = module_.lines[instruction.line_index];
  errors_.push_back(line.line != 0
                        ? base::error_in(line.file, why, line.line)
                        : base::error_in("PTX", why, static_cast<int>(instruction.ptx_line)));
}

void FunctionLowering::lower_instruction(const ptx::Instruction& instruction) {
  if (instruction.opcode == Opcode::kUnsupported) return;  // Function::unsupported names it
  Op op;
  op.guard = FixedSlots::kAlwaysTrue;
  op.line = instruction.line_index;
  if (instruction.guard) {
    op.guard = plan_.registers[instruction.guard->predicate];
    op.guard_flip = instruction.guard->negated ? base::kFullMask : 0u;
  }
  const std::size_t errors_before = errors_.size();
  (this->*find_row(instruction.opcode))(instruction, op);
  if (errors_.size() != errors_before) return;
  if (op.handler == nullptr && (op.control == Control::kNone || op.control == Control::kWarpSync ||
                                op.control == Control::kMbarrierWait)) {
    select_handler(instruction, op);
  }
  append(op);
}

void FunctionLowering::select_handler(const ptx::Instruction& instruction, Op& op) {
  op.handler = isa_.select(instruction, shape_of(instruction));
  if (op.handler == nullptr) {
    const std::string form = ptx::print_spelling(instruction);
    fail(instruction, fmt::format("the simulator does not support the instruction {}", form));
  }
}

OperandShape FunctionLowering::shape_of(const ptx::Instruction& instruction) const {
  OperandShape shape;
  const auto type_of = [&](const ptx::Operand& operand) {
    if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value)) {
      return function_.registers[reg->id].type;
    }
    if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand.value)) {
      for (const ptx::ScalarOperand& element : vector->elements) {
        if (const auto* reg = std::get_if<ptx::RegisterOperand>(&element)) {
          return function_.registers[reg->id].type;
        }
      }
    }
    return instruction.type();
  };
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const ptx::Operand& operand = instruction.operands[i];
    if (const auto* at = std::get_if<ptx::AddressOperand>(&operand.value)) {
      const bool first = std::none_of(instruction.operands.begin(),
                                      instruction.operands.begin() + static_cast<std::ptrdiff_t>(i),
                                      [](const ptx::Operand& o) {
                                        return std::holds_alternative<ptx::AddressOperand>(o.value);
                                      });
      if (!first) continue;
      if (const auto* reg = std::get_if<ptx::RegisterId>(&at->base)) {
        shape.wide_address = ptx::size_bytes(function_.registers[*reg].type) == 8;
      }
      Op ignored;
      shape.call_parameter = parameter_address(*at, ignored);
    } else if (i == 0) {
      shape.destination = type_of(operand);
    } else if (i == 1) {
      shape.source = type_of(operand);
    }
  }
  if (instruction.opcode == Opcode::kMov && instruction.operands.size() == 2) {
    const ptx::Operand& from = instruction.operands[1];
    if (const auto* special = std::get_if<ptx::SpecialOperand>(&from.value)) {
      shape.clock_source = is_clock(special->index);
    }
    if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&from.value)) {
      shape.local_source = plan_.local_offsets.contains(symbol->name);
    }
  }
  return shape;
}

std::uint32_t FunctionLowering::add_site(const ptx::Instruction& instruction, SiteKind kind) {
  kernel_.sites.push_back({instruction.line_index, kind});
  return static_cast<std::uint32_t>(kernel_.sites.size() - 1);
}

bool is_clock(int special) {
  const std::string& name = ptx::special_register_names()[static_cast<std::size_t>(special)];
  return name.starts_with("%clock") || name.starts_with("%globaltimer");
}

}  // namespace bankcheck::sim
