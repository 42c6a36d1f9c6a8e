// BlockRunner: barriers of the block and of the warp.

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "sim/block_runner.hpp"
#include "sim/function_lowering.hpp"

namespace bankcheck::sim {

using base::kWarpLanes;

/// The lanes of `active` that give the same member mask as its first lane.
static std::uint32_t lanes_of_one_group(const Warp& warp, const Op& op, std::uint32_t active) {
  const auto* members = reinterpret_cast<const std::uint32_t*>(warp.registers + op.aux);
  std::uint32_t group = 0;
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if (members[lane] == members[std::countr_zero(active)]) group |= 1u << lane;
  }
  return group;
}

/// Lanes with different member masks, as the tiles of a warp have them, are groups of their own.
/// They stay together when none of them waits for lanes elsewhere.
bool BlockRunner::warp_sync(Warp& warp, std::size_t index, const Op& op, std::uint32_t active) {
  const std::uint32_t first = lanes_of_one_group(warp, op, active);
  if (first == active) return sync_members(warp, index, op, active);
  bool all_here = true;
  for (std::uint32_t rest = active; rest != 0;) {
    const std::uint32_t group = lanes_of_one_group(warp, op, rest);
    all_here = all_here && (read_uniform(warp, op.aux, group) & warp.live & ~group) == 0;
    rest &= ~group;
  }
  if (!all_here) {
    const std::uint32_t pc = warp.fragments[index].pc;
    split(warp, index, first, pc, pc, kNoJoin);
    return true;
  }
  if (op.flags == 1 && context_.options.detect_hazards) context_.hazards.on_warp_sync(warp.index);
  for (std::uint32_t rest = active; rest != 0;) {
    const std::uint32_t group = lanes_of_one_group(warp, op, rest);
    if (op.handler(warp, op, group) == Step::kFault) return false;
    rest &= ~group;
  }
  ++warp.fragments[index].pc;
  return true;
}

/// All of `active` give the same members: waits for those that are not here.
bool BlockRunner::sync_members(Warp& warp, std::size_t index, const Op& op, std::uint32_t active) {
  const std::uint32_t members = read_uniform(warp, op.aux, active) & warp.live;
  // Fragments that wait at the same op for the same lanes take part.
  std::uint32_t together = active;
  for (const Fragment& other : warp.fragments) {
    if (other.state == Fragment::State::kAtWarpSync && other.sync_mask == members &&
        (other.pc == warp.fragments[index].pc || op.flags == 1)) {
      together |= other.mask;
    }
  }
  if ((members & ~together) != 0) {
    warp.fragments[index].state = Fragment::State::kAtWarpSync;
    warp.fragments[index].sync_mask = members;
    return true;
  }
  if (op.flags == 1 && context_.options.detect_hazards) context_.hazards.on_warp_sync(warp.index);
  if (op.handler(warp, op, together) == Step::kFault) return false;
  for (Fragment& other : warp.fragments) {
    if (other.state == Fragment::State::kAtWarpSync && (other.mask & together) == other.mask) {
      other.state = Fragment::State::kRunnable;
      ++other.pc;
    }
  }
  ++warp.fragments[index].pc;
  return true;
}

/// A program asks in a loop whether the phase is over; while it is not, others get their turn.
bool BlockRunner::wait_at_mbarrier(Warp& warp, std::size_t index, const Op& op,
                                   std::uint32_t active) {
  if (op.handler(warp, op, active) == Step::kFault) return false;
  ++warp.fragments[index].pc;
  std::uint32_t over;
  std::memcpy(&over, warp.registers + op.d, sizeof(over));
  turn_ends_ = (active & ~over) != 0;
  return true;
}

bool BlockRunner::arrive_at_barrier(Warp& warp, std::size_t index, const Op& op,
                                    std::uint32_t active) {
  Fragment& fragment = warp.fragments[index];
  const std::uint32_t id = read_uniform(warp, op.a, active);
  const std::uint32_t thread =
      warp.index * kWarpLanes + static_cast<std::uint32_t>(std::countr_zero(active));
  const std::uint32_t count = op.b == kNoSlot ? 0 : read_uniform(warp, op.b, active);
  if (id >= barriers_.size() || count % kWarpLanes != 0) {
    context_.fail(
        base::HazardKind::kTrap, thread, op.line,
        id >= barriers_.size()
            ? fmt::format("barrier {} does not exist: there are 16", id)
            : fmt::format("a barrier for {} threads: the number must be a multiple of 32", count));
    return false;
  }
  Barrier& barrier = barriers_[id];
  if (!barrier.is_open) {
    barrier = {};
    barrier.is_open = true;
    barrier.op = fragment.pc;
    barrier.line = op.line;
    barrier.expected = count;
  }
  barrier.mixed = barrier.mixed || barrier.op != fragment.pc;
  barrier.aligned = barrier.aligned && op.width != 0;
  barrier.arrived += static_cast<std::uint32_t>(std::popcount(active));
  barrier.arrived_warps.push_back(warp.index);
  const auto kind = static_cast<BarrierKind>(op.flags);
  if (kind >= BarrierKind::kReducePopc) {
    std::uint32_t value;
    std::copy_n(warp.registers + op.c, sizeof(value), reinterpret_cast<std::uint8_t*>(&value));
    value ^= op.extra != 0 ? base::kFullMask : 0u;
    barrier.reduced_count += static_cast<std::uint32_t>(std::popcount(value & active));
  }
  if (kind == BarrierKind::kArrive) {
    ++fragment.pc;
    return true;
  }
  fragment.state = Fragment::State::kAtBlockBarrier;
  fragment.barrier = id;
  return true;
}

void BlockRunner::open_full_barriers() {
  for (std::uint32_t id = 0; id < barriers_.size(); ++id) {
    const Barrier& barrier = barriers_[id];
    if (!barrier.is_open) continue;
    const std::uint32_t wanted = barrier.expected == 0 ? live_threads() : barrier.expected;
    if (barrier.arrived >= wanted) open_barrier(id);
  }
}

/// A barrier for the whole block that some threads never reach, or that they reach at different
/// places.
void BlockRunner::check_barrier_participants(const Barrier& barrier) {
  if (barrier.expected != 0 || !barrier.aligned) return;
  const std::uint32_t missing = threads_ - std::min(threads_, barrier.arrived);
  if (missing == 0 && !barrier.mixed) return;
  if (!context_.hazard_log.first(base::HazardKind::kDivergentBarrier, barrier.line, 0)) return;
  base::Hazard hazard;
  hazard.kind = base::HazardKind::kDivergentBarrier;
  hazard.line = context_.source_line(barrier.line);
  std::uint32_t absent = 0;
  for (const Warp& warp : context_.warps) {
    const std::uint32_t gone = warp.all_lanes & ~warp.live;
    if (gone != 0) {
      absent = warp.index * kWarpLanes + static_cast<std::uint32_t>(std::countr_zero(gone));
      break;
    }
  }
  hazard.thread = context_.thread_id(absent);
  hazard.text =
      missing != 0
          ? fmt::format(
                "{} of {} threads never reach this __syncthreads() (the first is {}): a barrier "
                "must "
                "be reached by all threads of the block",
                missing, threads_, context_.thread_text(absent))
          : std::string(
                "threads of one block wait at different __syncthreads(): a barrier must be "
                "reached by all threads at the same place");
  context_.hazard_log.describe(std::move(hazard));
}

void BlockRunner::open_barrier(std::uint32_t id) {
  Barrier barrier = std::move(barriers_[id]);
  barriers_[id] = {};
  check_barrier_participants(barrier);
  if (context_.options.detect_hazards) {
    if (barrier.expected == 0 || barrier.arrived >= threads_) {
      context_.hazards.on_block_barrier();
    } else {
      std::sort(barrier.arrived_warps.begin(), barrier.arrived_warps.end());
      barrier.arrived_warps.erase(
          std::unique(barrier.arrived_warps.begin(), barrier.arrived_warps.end()),
          barrier.arrived_warps.end());
      context_.hazards.on_partial_barrier(barrier.arrived_warps);
    }
  }
  for (Warp& warp : context_.warps) {
    for (Fragment& fragment : warp.fragments) {
      if (fragment.state != Fragment::State::kAtBlockBarrier || fragment.barrier != id) continue;
      finish_reduction(warp, fragment, barrier.reduced_count, barrier.arrived);
      fragment.state = Fragment::State::kRunnable;
      ++fragment.pc;
    }
  }
}

void BlockRunner::finish_reduction(Warp& warp, const Fragment& fragment, std::uint32_t count,
                                   std::uint32_t arrived) {
  const Op& op = kernel_.ops[fragment.pc];
  const auto kind = static_cast<BarrierKind>(op.flags);
  if (kind < BarrierKind::kReducePopc || op.d == kNoSlot) return;
  auto* d = reinterpret_cast<std::uint32_t*>(warp.registers + op.d);
  if (kind == BarrierKind::kReducePopc) {
    for (std::uint32_t lanes = fragment.mask; lanes != 0; lanes &= lanes - 1) {
      d[std::countr_zero(lanes)] = count;
    }
    return;
  }
  const bool holds = kind == BarrierKind::kReduceAnd ? count == arrived : count != 0;
  *d = (*d & ~fragment.mask) | (holds ? fragment.mask : 0u);
}

/// After a round of turns: whether it is time to give up the hope that an mbarrier's phase will
/// end. Then the fault is recorded.
bool BlockRunner::waits_for_ever() {
  // Enough for loops that do something else after asking for a while.
  constexpr std::uint32_t kMostRounds = 1 << 16;
  rounds_of_waiting_ = all_wait_ ? rounds_of_waiting_ + 1 : 0;
  if (rounds_of_waiting_ < kMostRounds) return false;
  for (const Warp& warp : context_.warps) {
    for (const Fragment& fragment : warp.fragments) {
      if (fragment.state != Fragment::State::kRunnable) continue;
      const std::uint32_t thread =
          warp.index * kWarpLanes + static_cast<std::uint32_t>(std::countr_zero(fragment.mask));
      context_.fail(base::HazardKind::kDeadlock, thread, kernel_.ops[fragment.pc].line,
                    fmt::format("{} waits at an mbarrier for arrivals that never come",
                                context_.thread_text(thread)));
      return true;
    }
  }
  return false;
}

/// Records what the waiting threads wait for. False: the block has failed.
bool BlockRunner::report_deadlock() {
  for (const Warp& warp : context_.warps) {
    for (const Fragment& fragment : warp.fragments) {
      if (fragment.state == Fragment::State::kRunnable ||
          fragment.state == Fragment::State::kEnded || fragment.state == Fragment::State::kAtJoin) {
        continue;
      }
      const std::uint32_t thread =
          warp.index * kWarpLanes + static_cast<std::uint32_t>(std::countr_zero(fragment.mask));
      const std::uint32_t line = kernel_.ops[fragment.pc].line;
      const bool at_barrier = fragment.state == Fragment::State::kAtBlockBarrier;
      context_.fail(
          at_barrier ? base::HazardKind::kDivergentBarrier : base::HazardKind::kDeadlock, thread,
          line,
          fmt::format("{} waits at a {} for threads that never come", context_.thread_text(thread),
                      at_barrier ? "__syncthreads()" : "warp-wide operation"));
      return false;
    }
  }
  context_.fail(base::HazardKind::kDeadlock, 0, 0, "the threads of a block wait for one another");
  return false;
}

}  // namespace bankcheck::sim
