// Runs one block of a launch: its warps in turn, their divergence, and its barriers.
//
// Theory of operation. Warps run one at a time, each until it waits, ends or has used up its
// quantum; then the next. A barrier opens when as many threads have arrived as it expects: all that
// have not ended, or the number that the instruction gives. When nothing can run and something
// still waits, the block is deadlocked; likewise when for many rounds everything that runs has only
// asked again whether a phase of an mbarrier is over. The order is fixed, so two runs do the same
// thing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/block_context.hpp"
#include "sim/isa.hpp"

namespace bankcheck::sim {

enum class BlockEnd : std::uint8_t { kDone, kFault, kBudget, kStopped };

class BlockRunner {
 public:
  BlockRunner(BlockContext& context, const Isa& isa);

  /// Runs the block at `block_index` to its end, or until `budget` warp instructions are used.
  BlockEnd run(const base::Dim3& block_index, std::uint64_t budget);
  std::uint64_t instructions() const { return instructions_; }
  /// Digests of the block's threads, with Options::keep_ledger.
  const std::vector<Warp>& warps() const { return context_.warps; }

 private:
  struct Barrier {
    std::uint32_t arrived = 0;   // threads
    std::uint32_t expected = 0;  // threads; 0: all that live
    std::uint32_t op = 0;        // of the first arrival
    std::uint32_t line = 0;
    bool is_open = false;
    bool mixed = false;  // arrivals from different barrier instructions
    bool aligned = true;
    std::uint32_t reduced_count = 0;
    std::vector<std::uint32_t> arrived_warps;
  };

  void start(const base::Dim3& block_index);
  void start_warp(Warp& warp, std::uint32_t index, std::uint32_t threads);
  void fill_specials(Warp& warp, bool per_block);
  bool run_warp(Warp& warp);
  bool run_fragment(Warp& warp, std::size_t fragment);
  /// Does what the control op at the fragment's pc says. False after a fault.
  bool control(Warp& warp, std::size_t fragment);

  void branch(Warp& warp, std::size_t fragment, const Op& op, std::uint32_t taken);
  void split(Warp& warp, std::size_t fragment, std::uint32_t part, std::uint32_t part_pc,
             std::uint32_t rest_pc, std::uint32_t join_op);
  bool branch_table(Warp& warp, std::size_t fragment, const Op& op);
  static bool is_innermost_join(const Warp& warp, const Fragment& fragment, std::uint32_t op);
  void arrive_at_join(Warp& warp, std::size_t fragment);
  void settle_joins(Warp& warp);
  void end_lanes(Warp& warp, std::size_t fragment, std::uint32_t lanes);
  bool warp_sync(Warp& warp, std::size_t fragment, const Op& op, std::uint32_t active);
  bool wait_at_mbarrier(Warp& warp, std::size_t fragment, const Op& op, std::uint32_t active);
  bool sync_members(Warp& warp, std::size_t fragment, const Op& op, std::uint32_t active);
  bool call(Warp& warp, std::size_t fragment, const Op& op, std::uint32_t active);
  bool enter_function(Warp& warp, std::size_t fragment, const CallSite& site,
                      std::uint32_t call_index, std::int32_t callee);
  void leave_function(Warp& warp, std::size_t fragment);
  bool builtin(Warp& warp, const Op& op, const CallSite& site, std::uint32_t active);
  std::int32_t indirect_callee(Warp& warp, const Op& op, std::uint32_t active, bool& uniform);
  void select_frame(Warp& warp, std::int32_t frame);

  bool arrive_at_barrier(Warp& warp, std::size_t fragment, const Op& op, std::uint32_t active);
  void open_full_barriers();
  void open_barrier(std::uint32_t id);
  void finish_reduction(Warp& warp, const Fragment& fragment, std::uint32_t count,
                        std::uint32_t arrived);
  void restore_lanes(Warp& warp, const LoweredFunction& function,
                     const std::vector<std::uint8_t>& saved, std::uint32_t lanes);
  void check_barrier_participants(const Barrier& barrier);
  bool report_deadlock();
  bool waits_for_ever();
  std::uint32_t live_threads() const;
  std::uint32_t read_uniform(Warp& warp, Slot slot, std::uint32_t active) const;

  BlockContext& context_;
  const Kernel& kernel_;
  const Isa& isa_;
  std::vector<std::uint8_t> register_memory_;
  std::uint8_t* registers_ = nullptr;
  std::uint64_t instructions_ = 0;
  std::array<Barrier, 16> barriers_;
  std::uint32_t threads_ = 0;
  bool turn_ends_ = false;  ///< the running fragment waits for others
  bool all_wait_ = false;   ///< so did every fragment that had its turn in this round
  std::uint32_t rounds_of_waiting_ = 0;
};

}  // namespace bankcheck::sim
