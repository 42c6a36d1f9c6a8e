// Lowering of branches, calls, barriers and the instructions that look across lanes.
#include <algorithm>

#include <fmt/format.h>

#include "sim/address_space.hpp"
#include "sim/function_lowering.hpp"

namespace bankcheck::sim {

using ptx::Modifier;

void FunctionLowering::lower_branch(const ptx::Instruction& instruction, Op& op) {
  if (instruction.opcode == ptx::Opcode::kBra) {
    op.control = Control::kBranch;
    op.offset = std::get<ptx::LabelOperand>(instruction.operands[0].value).target;
    op.aux = reconvergence_[current_];
    return;
  }
  op.control = Control::kBranchTable;
  op.a = source(instruction, instruction.operands[0], 4);
  op.offset = reconvergence_[current_];
  op.aux = static_cast<std::uint32_t>(kernel_.aux.size());
  kernel_.aux.push_back(static_cast<std::uint32_t>(instruction.branch_table.size()));
  kernel_.aux.insert(kernel_.aux.end(), instruction.branch_table.begin(),
                     instruction.branch_table.end());
}

/// A return is a branch to the function's end, where lanes that parted meet.
void FunctionLowering::lower_return(const ptx::Instruction&, Op& op) {
  op.control = Control::kBranch;
  op.offset = static_cast<std::int64_t>(function_.instructions.size());
  op.aux = reconvergence_[current_];
}

void FunctionLowering::lower_exit(const ptx::Instruction&, Op& op) { op.control = Control::kExit; }

namespace {

CallSite::Builtin builtin_of(const std::string& callee) {
  if (callee == "vprintf") return CallSite::Builtin::kPrintf;
  if (callee == "__assertfail") return CallSite::Builtin::kAssert;
  return CallSite::Builtin::kNone;
}

}  // namespace

void FunctionLowering::lower_call(const ptx::Instruction& instruction, Op& op) {
  const ptx::CallTarget& target = *instruction.call;
  CallSite call;
  const auto blocks = [&](const std::vector<ptx::Operand>& operands,
                          std::vector<ParameterBlock>& to) {
    for (const ptx::Operand& operand : operands) {
      const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value);
      const auto found = symbol == nullptr ? plan_.blocks.end() : plan_.blocks.find(symbol->name);
      if (found == plan_.blocks.end()) {
        fail(instruction, "the simulator supports calls with .param arguments only");
        return;
      }
      to.push_back(found->second);
    }
  };
  blocks(target.arguments, call.arguments);
  blocks(target.results, call.results);
  call.builtin = builtin_of(target.callee);
  if (target.callee_register) {
    op.a = plan_.registers[*target.callee_register];
  } else if (call.builtin == CallSite::Builtin::kNone) {
    const auto found = symbols_.functions.find(target.callee);
    if (found == symbols_.functions.end()) {
      fail(instruction,
           fmt::format("the simulator has no body for the function {}", target.callee));
      return;
    }
    call.callee = found->second;
  }
  op.control = Control::kCall;
  op.aux = static_cast<std::uint32_t>(kernel_.calls.size());
  kernel_.calls.push_back(std::move(call));
}

void FunctionLowering::lower_barrier(const ptx::Instruction& instruction, Op& op) {
  if (instruction.has(Modifier::kWarp)) {
    lower_warp_barrier(instruction, op);
    return;
  }
  BarrierKind kind = BarrierKind::kSync;
  std::size_t next = 0;
  if (instruction.has(Modifier::kArrive)) kind = BarrierKind::kArrive;
  if (instruction.has(Modifier::kRed)) {
    kind = instruction.has(Modifier::kPopc)  ? BarrierKind::kReducePopc
           : instruction.has(Modifier::kAnd) ? BarrierKind::kReduceAnd
                                             : BarrierKind::kReduceOr;
    op.d = destination(instruction.operands[next++]);
    op.c = predicate_source(instruction.operands.back());
    op.extra = instruction.operands.back().negated ? 1 : 0;
  }
  op.control = Control::kBlockBarrier;
  op.flags = static_cast<std::uint8_t>(kind);
  op.a = source(instruction, instruction.operands[next++], 4);
  const std::size_t sources_end =
      instruction.operands.size() - (instruction.has(Modifier::kRed) ? 1 : 0);
  if (next < sources_end) op.b = source(instruction, instruction.operands[next], 4);
  // `bar` promises that all lanes of a warp arrive together; `barrier` without .aligned does not.
  op.width = instruction.opcode == ptx::Opcode::kBar || instruction.has(Modifier::kAligned) ? 1 : 0;
}

void FunctionLowering::lower_warp_barrier(const ptx::Instruction& instruction, Op& op) {
  op.control = Control::kWarpSync;
  op.aux = source(instruction, instruction.operands[0], 4);
  op.flags = 1;  // orders memory
  ptx::Instruction nothing;
  nothing.opcode = ptx::Opcode::kMembar;
  op.handler = isa_.select(nothing, {});
}

// In the ops below, op.aux is the slot of the member mask.

void FunctionLowering::lower_shfl(const ptx::Instruction& instruction, Op& op) {
  op.control = Control::kWarpSync;
  op.d = destination(instruction.operands[0]);
  if (instruction.operands[0].second) op.e = plan_.registers[*instruction.operands[0].second];
  op.a = source(instruction, instruction.operands[1], 4);
  op.b = source(instruction, instruction.operands[2], 4);
  op.c = source(instruction, instruction.operands[3], 4);
  op.aux = source(instruction, instruction.operands[4], 4);
}

void FunctionLowering::lower_vote(const ptx::Instruction& instruction, Op& op) {
  op.control = Control::kWarpSync;
  op.d = destination(instruction.operands[0]);
  op.a = predicate_source(instruction.operands[1]);
  op.extra = instruction.operands[1].negated ? 1 : 0;
  op.aux = source(instruction, instruction.operands[2], 4);
}

void FunctionLowering::lower_match(const ptx::Instruction& instruction, Op& op) {
  op.control = Control::kWarpSync;
  op.d = destination(instruction.operands[0]);
  if (instruction.operands[0].second) op.e = plan_.registers[*instruction.operands[0].second];
  op.a = source(instruction, instruction.operands[1], source_bytes(instruction, 1));
  op.aux = source(instruction, instruction.operands[2], 4);
}

void FunctionLowering::lower_redux(const ptx::Instruction& instruction, Op& op) {
  op.control = Control::kWarpSync;
  op.d = destination(instruction.operands[0]);
  op.a = source(instruction, instruction.operands[1], 4);
  op.aux = source(instruction, instruction.operands[2], 4);
}

void FunctionLowering::lower_elect(const ptx::Instruction& instruction, Op& op) {
  op.control = Control::kWarpSync;
  op.d = destination(instruction.operands[0]);
  if (instruction.operands[0].second) op.e = plan_.registers[*instruction.operands[0].second];
  op.aux = source(instruction, instruction.operands[1], 4);
}

}  // namespace bankcheck::sim
