// Lowers the instructions of one function to ops.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"
#include "sim/isa.hpp"
#include "sim/kernel.hpp"
#include "sim/slot_allocator.hpp"
#include "sim/storage_layout.hpp"

namespace bankcheck::sim {

/// Storage of one function.
struct FunctionPlan {
  LoweredFunction lowered;
  std::vector<Slot> registers;  ///< by RegisterId
  std::map<std::string, ParameterBlock, std::less<>> blocks;
  Offsets local_offsets;
};

/// Addresses of names that do not depend on the function.
struct SymbolTable {
  Offsets shared;  ///< offsets in the block's shared memory
  Offsets global;  ///< generic addresses of global and constant variables and kernel parameters
  std::map<std::string, std::int32_t, std::less<>> functions;  ///< into Kernel::functions
};

class FunctionLowering {
 public:
  FunctionLowering(const ptx::Module& module, const Isa& isa, const SymbolTable& symbols,
                   const FunctionPlan& plan, SlotAllocator& slots, Kernel& kernel,
                   base::Diagnostics& errors);
  /// Appends the function's ops to the kernel.
  void run();

 private:
  using Lower = void (FunctionLowering::*)(const ptx::Instruction&, Op&);
  struct Row {
    ptx::Opcode opcode;
    Lower lower;
  };
  static const Row kRows[];
  static Lower find_row(ptx::Opcode opcode);

  void lower_instruction(const ptx::Instruction& instruction);
  bool ends_at(std::uint32_t instruction) const;
  void append_join();
  void lower_epilogue();
  void patch_branches();
  void append(Op op) { kernel_.ops.push_back(op); }
  void fail(const ptx::Instruction& instruction, const std::string& why);
  void select_handler(const ptx::Instruction& instruction, Op& op);
  OperandShape shape_of(const ptx::Instruction& instruction) const;

  // Operands to slots.
  Slot source(const ptx::Instruction& instruction, const ptx::Operand& operand,
              std::uint32_t lane_bytes);
  Slot scalar(const ptx::Instruction& instruction, const ptx::ScalarOperand& operand,
              std::uint32_t lane_bytes);
  Slot destination(const ptx::Operand& operand) const;
  Slot predicate_source(const ptx::Operand& operand) const;
  std::uint64_t symbol_address(const ptx::Instruction& instruction,
                               const ptx::SymbolOperand& symbol);
  void address(const ptx::Instruction& instruction, const ptx::Operand& operand, Op& op);
  bool parameter_address(const ptx::AddressOperand& address, Op& op) const;
  void vector_or_scalar(const ptx::Instruction& instruction, const ptx::Operand& operand,
                        bool is_source, std::uint32_t lane_bytes, Op& op);
  std::uint32_t source_bytes(const ptx::Instruction& instruction, std::size_t index) const;
  std::uint32_t add_site(const ptx::Instruction& instruction, SiteKind kind);

  // One per kind of instruction.
  void lower_plain(const ptx::Instruction& instruction, Op& op);
  void lower_compare(const ptx::Instruction& instruction, Op& op);
  void lower_predicate_logic(const ptx::Instruction& instruction, Op& op);
  void lower_logic(const ptx::Instruction& instruction, Op& op);
  void lower_selp(const ptx::Instruction& instruction, Op& op);
  void lower_lop3(const ptx::Instruction& instruction, Op& op);
  void lower_testp(const ptx::Instruction& instruction, Op& op);
  void lower_carry(const ptx::Instruction& instruction, Op& op);
  void lower_add(const ptx::Instruction& instruction, Op& op);
  void lower_cvt(const ptx::Instruction& instruction, Op& op);
  void lower_mov(const ptx::Instruction& instruction, Op& op);
  void lower_cvta(const ptx::Instruction& instruction, Op& op);
  void lower_isspacep(const ptx::Instruction& instruction, Op& op);
  void lower_load(const ptx::Instruction& instruction, Op& op);
  void lower_store(const ptx::Instruction& instruction, Op& op);
  void lower_atomic(const ptx::Instruction& instruction, Op& op);
  void lower_cp_async(const ptx::Instruction& instruction, Op& op);
  void lower_mbarrier(const ptx::Instruction& instruction, Op& op);
  void lower_matrix(const ptx::Instruction& instruction, Op& op);
  void lower_branch(const ptx::Instruction& instruction, Op& op);
  void lower_return(const ptx::Instruction& instruction, Op& op);
  void lower_exit(const ptx::Instruction& instruction, Op& op);
  void lower_call(const ptx::Instruction& instruction, Op& op);
  void lower_barrier(const ptx::Instruction& instruction, Op& op);
  void lower_warp_barrier(const ptx::Instruction& instruction, Op& op);
  void lower_shfl(const ptx::Instruction& instruction, Op& op);
  void lower_vote(const ptx::Instruction& instruction, Op& op);
  void lower_match(const ptx::Instruction& instruction, Op& op);
  void lower_redux(const ptx::Instruction& instruction, Op& op);
  void lower_elect(const ptx::Instruction& instruction, Op& op);
  void lower_nothing(const ptx::Instruction& instruction, Op& op);

  const ptx::Module& module_;
  const Isa& isa_;
  const SymbolTable& symbols_;
  const FunctionPlan& plan_;
  const ptx::Function& function_;
  SlotAllocator& slots_;
  Kernel& kernel_;
  base::Diagnostics& errors_;
  std::vector<std::uint32_t> reconvergence_;  // by instruction
  std::vector<std::uint32_t> op_of_;          // first op of each instruction, and of the epilogue
  std::vector<bool> is_join_;                 // by instruction, and the epilogue
  std::uint32_t current_ = 0;                 // instruction being lowered
};

/// Whether a special register changes while a warp runs: clocks and timers.
bool is_clock(int special);

/// Flags of a kBlockBarrier op.
enum class BarrierKind : std::uint8_t { kSync, kArrive, kReducePopc, kReduceAnd, kReduceOr };

}  // namespace bankcheck::sim
