#include "sim/block_runner.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "sim/special_values.hpp"

namespace bankcheck::sim {
namespace {

using base::kWarpLanes;

constexpr std::uint64_t kQuantum = 1 << 16;  // ops before another fragment gets its turn
constexpr std::size_t kRegisterAlign = 128;

template <class T>
void fill_lanes(std::uint8_t* at, T value) {
  T* lanes = reinterpret_cast<T*>(at);
  std::fill(lanes, lanes + kWarpLanes, value);
}

void fill_constants(const Kernel& kernel, std::uint8_t* registers) {
  fill_lanes<std::uint32_t>(registers, 0u);
  *reinterpret_cast<std::uint32_t*>(registers + FixedSlots::kAlwaysTrue) = base::kFullMask;
  for (const ConstantSlot& constant : kernel.constants) {
    if (constant.lane_bytes == 8) {
      fill_lanes<std::uint64_t>(registers + constant.slot, constant.bits);
    } else {
      fill_lanes<std::uint32_t>(registers + constant.slot,
                                static_cast<std::uint32_t>(constant.bits));
    }
  }
}

}  // namespace

BlockRunner::BlockRunner(BlockContext& context, const Isa& isa)
    : context_(context),
      kernel_(context.kernel),
      isa_(isa),
      threads_(static_cast<std::uint32_t>(context.launch.block.count())) {
  const std::size_t warps = (threads_ + kWarpLanes - 1) / kWarpLanes;
  const std::size_t per_warp = kernel_.register_file_bytes;
  register_memory_.resize(warps * per_warp + kRegisterAlign);
  const auto address = reinterpret_cast<std::uintptr_t>(register_memory_.data());
  registers_ =
      register_memory_.data() + (kRegisterAlign - address % kRegisterAlign) % kRegisterAlign;
  context_.warps.resize(warps);
  for (std::size_t i = 0; i < warps; ++i) {
    context_.warps[i].registers = registers_ + i * per_warp;
    context_.warps[i].block = &context_;
    context_.warps[i].index = static_cast<std::uint32_t>(i);
    fill_constants(kernel_, context_.warps[i].registers);
    fill_specials(context_.warps[i], false);
  }
}

/// Specials that stay the same for all blocks are filled once, the others before every block.
void BlockRunner::fill_specials(Warp& warp, bool per_block) {
  for (const SpecialSlot& special : kernel_.specials) {
    if (is_per_block(special.special) != per_block) continue;
    std::uint8_t* at = warp.registers + special.slot;
    std::uint64_t value = 0;
    for (int lane = 0; lane < kWarpLanes; ++lane) {
      if (lane == 0 || !per_block) value = special_value(special.special, context_, warp, lane);
      if (special.lane_bytes == 8) {
        reinterpret_cast<std::uint64_t*>(at)[lane] = value;
      } else {
        reinterpret_cast<std::uint32_t*>(at)[lane] = static_cast<std::uint32_t>(value);
      }
    }
  }
}

void BlockRunner::start_warp(Warp& warp, std::uint32_t index, std::uint32_t threads) {
  const std::uint32_t count = std::min<std::uint32_t>(kWarpLanes, threads - index * kWarpLanes);
  warp.all_lanes = count == kWarpLanes ? base::kFullMask : (1u << count) - 1u;
  warp.live = warp.all_lanes;
  warp.instructions = 0;
  warp.joins.clear();
  warp.frames.clear();
  warp.read_log.clear();
  warp.digests = {};
  warp.loads_made = {};
  warp.async_groups.clear();
  warp.fragments.assign(1, Fragment{kernel_.functions[0].entry, warp.all_lanes, -1, -1,
                                    Fragment::State::kRunnable, 0, 0});
  fill_specials(warp, true);
}

void BlockRunner::start(const base::Dim3& block_index) {
  context_.block_index = block_index;
  // Poisoned, so that a read of shared memory left by an earlier block cannot look right.
  std::fill(context_.shared.begin(), context_.shared.end(), std::byte{0xff});
  const auto warps = static_cast<std::uint32_t>(context_.warps.size());
  if (context_.options.detect_hazards) {
    context_.hazards.begin_block(context_.shared_bytes, kernel_.shared_granule_bytes, warps);
  }
  for (std::uint32_t i = 0; i < warps; ++i) start_warp(context_.warps[i], i, threads_);
  for (Barrier& barrier : barriers_) barrier = {};
  instructions_ = 0;
  rounds_of_waiting_ = 0;
}

std::uint32_t BlockRunner::live_threads() const {
  std::uint32_t live = 0;
  for (const Warp& warp : context_.warps)
    live += static_cast<std::uint32_t>(std::popcount(warp.live));
  return live;
}

BlockEnd BlockRunner::run(const base::Dim3& block_index, std::uint64_t budget) {
  start(block_index);
  const std::atomic<bool>* stop = context_.options.stop;
  while (live_threads() != 0) {
    if (stop != nullptr && *stop) return BlockEnd::kStopped;
    bool progress = false;
    all_wait_ = true;
    for (Warp& warp : context_.warps) {
      const std::uint64_t before = warp.instructions;
      if (!run_warp(warp)) return BlockEnd::kFault;
      instructions_ += warp.instructions - before;
      progress = progress || warp.instructions != before;
      if (instructions_ > budget) return BlockEnd::kBudget;
    }
    if (progress && waits_for_ever()) return BlockEnd::kFault;
    open_full_barriers();
    if (!progress &&
        std::none_of(context_.warps.begin(), context_.warps.end(), [](const Warp& warp) {
          return std::any_of(warp.fragments.begin(), warp.fragments.end(), [](const Fragment& f) {
            return f.state == Fragment::State::kRunnable;
          });
        })) {
      if (live_threads() != 0) return report_deadlock() ? BlockEnd::kDone : BlockEnd::kFault;
    }
  }
  for (Warp& warp : context_.warps) context_.flush_log(warp);
  return BlockEnd::kDone;
}

bool BlockRunner::run_warp(Warp& warp) {
  // Each fragment that can run gets one turn; splits made on the way wait for the next round unless
  // the fragment that made them has stopped.
  for (std::size_t i = 0; i < warp.fragments.size(); ++i) {
    if (warp.fragments[i].state != Fragment::State::kRunnable) continue;
    if (!run_fragment(warp, i)) return false;
  }
  std::erase_if(warp.fragments,
                [](const Fragment& f) { return f.state == Fragment::State::kEnded; });
  return true;
}

void BlockRunner::select_frame(Warp& warp, std::int32_t frame) {
  const bool entry = frame < 0;
  warp.local_base = entry ? 0 : warp.frames[static_cast<std::size_t>(frame)].local_base;
  warp.local_end = entry ? kernel_.functions[0].local_bytes
                         : warp.frames[static_cast<std::size_t>(frame)].local_end;
}

bool BlockRunner::run_fragment(Warp& warp, std::size_t index) {
  std::uint64_t left = kQuantum;
  turn_ends_ = false;
  while (!turn_ends_ && warp.fragments[index].state == Fragment::State::kRunnable && left != 0) {
    Fragment fragment = warp.fragments[index];
    select_frame(warp, fragment.frame);
    warp.running = &fragment;
    const std::uint64_t before = warp.instructions;
    const Stop stop = isa_.run(kernel_.ops.data(), warp, fragment, left);
    warp.running = nullptr;
    warp.fragments[index].pc = fragment.pc;
    left -= std::min(left, warp.instructions - before);
    if (stop == Stop::kFault) return false;
    if (stop == Stop::kControl && !control(warp, index)) return false;
  }
  all_wait_ = all_wait_ && turn_ends_;
  return true;
}

bool BlockRunner::control(Warp& warp, std::size_t index) {
  const Fragment& fragment = warp.fragments[index];
  const Op& op = kernel_.ops[fragment.pc];
  std::uint32_t guard;
  std::memcpy(&guard, warp.registers + op.guard, sizeof(guard));
  const std::uint32_t active = fragment.mask & (guard ^ op.guard_flip);
  if (op.control == Control::kJoin) {
    arrive_at_join(warp, index);
    return true;
  }
  ++warp.instructions;
  if (active == 0) {
    ++warp.fragments[index].pc;
    return true;
  }
  switch (op.control) {
    case Control::kBranch:
      branch(warp, index, op, active);
      return true;
    case Control::kBranchTable:
      return branch_table(warp, index, op);
    case Control::kBlockBarrier:
      return arrive_at_barrier(warp, index, op, active);
    case Control::kWarpSync:
      return warp_sync(warp, index, op, active);
    case Control::kMbarrierWait:
      return wait_at_mbarrier(warp, index, op, active);
    case Control::kCall:
      return call(warp, index, op, active);
    case Control::kReturn:
      leave_function(warp, index);
      return true;
    case Control::kExit:
      end_lanes(warp, index, active);
      return true;
    default:
      return true;
  }
}

std::uint32_t BlockRunner::read_uniform(Warp& warp, Slot slot, std::uint32_t active) const {
  return reinterpret_cast<const std::uint32_t*>(warp.registers + slot)[std::countr_zero(active)];
}

}  // namespace bankcheck::sim
