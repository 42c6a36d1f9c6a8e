// BlockRunner: branches, joins, calls and the end of threads.
#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "sim/block_runner.hpp"
#include "sim/device_functions.hpp"

namespace bankcheck::sim {
namespace {

using base::kWarpLanes;

constexpr std::size_t kDeepestCall = 1000;
constexpr std::uint32_t kLocalLimitBytes = 512 * 1024;  // per thread, as CUDA's

void copy_block(Warp& warp, const ParameterBlock& from, const ParameterBlock& to,
                std::uint32_t lanes) {
  const std::uint32_t bytes = std::min(from.bytes_per_lane, to.bytes_per_lane);
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    std::memcpy(warp.registers + to.slot + lane * to.bytes_per_lane,
                warp.registers + from.slot + lane * from.bytes_per_lane, bytes);
  }
}

void copy_blocks(Warp& warp, const std::vector<ParameterBlock>& from,
                 const std::vector<ParameterBlock>& to, std::uint32_t lanes) {
  for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) {
    copy_block(warp, from[i], to[i], lanes);
  }
}

}  // namespace

/// Gives `lanes` of a function's registers the values that they had before a recursive call.
void BlockRunner::restore_lanes(Warp& warp, const LoweredFunction& function,
                                const std::vector<std::uint8_t>& saved, std::uint32_t mask) {
  if (saved.empty()) return;
  for (const StoredSlot& stored : function.storage) {
    std::uint8_t* now = warp.registers + stored.slot;
    const std::uint8_t* then = saved.data() + (stored.slot - function.first_slot);
    if (stored.bytes_per_lane == 0) {
      std::uint32_t before;
      std::uint32_t value;
      std::memcpy(&before, then, sizeof(before));
      std::memcpy(&value, now, sizeof(value));
      value = (value & ~mask) | (before & mask);
      std::memcpy(now, &value, sizeof(value));
      continue;
    }
    for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
      std::memcpy(now + lane * stored.bytes_per_lane, then + lane * stored.bytes_per_lane,
                  stored.bytes_per_lane);
    }
  }
}

/// Whether the fragment goes on from `op` together with those it was split from. The same op in an
/// outer call of a recursive function is another place.
bool BlockRunner::is_innermost_join(const Warp& warp, const Fragment& fragment, std::uint32_t op) {
  if (fragment.join < 0) return false;
  const Join& join = warp.joins[static_cast<std::size_t>(fragment.join)];
  return join.op == op && join.frame == fragment.frame;
}

void BlockRunner::split(Warp& warp, std::size_t index, std::uint32_t part, std::uint32_t part_pc,
                        std::uint32_t rest_pc, std::uint32_t join_op) {
  Fragment fragment = warp.fragments[index];
  if (join_op != kNoJoin && !is_innermost_join(warp, fragment, join_op)) {
    warp.joins.push_back({join_op, fragment.mask, 0, fragment.join, fragment.frame});
    fragment.join = static_cast<std::int32_t>(warp.joins.size() - 1);
  }
  Fragment other = fragment;
  fragment.mask &= ~part;
  fragment.pc = rest_pc;
  other.mask = part;
  other.pc = part_pc;
  warp.fragments[index] = fragment;
  warp.fragments.push_back(other);
}

void BlockRunner::branch(Warp& warp, std::size_t index, const Op& op, std::uint32_t taken) {
  Fragment& fragment = warp.fragments[index];
  const auto target = static_cast<std::uint32_t>(op.offset);
  if (taken == fragment.mask) {
    fragment.pc = target;
    return;
  }
  split(warp, index, taken, target, fragment.pc + 1, op.aux);
}

bool BlockRunner::branch_table(Warp& warp, std::size_t index, const Op& op) {
  const std::uint32_t mask = warp.fragments[index].mask;
  const std::uint32_t targets = kernel_.aux[op.aux];
  const auto* choice = reinterpret_cast<const std::uint32_t*>(warp.registers + op.a);
  // One target at a time leaves the fragment until the rest of it agrees.
  for (std::uint32_t rest = mask; rest != 0;) {
    const std::uint32_t chosen = choice[std::countr_zero(rest)];
    if (chosen >= targets) {
      context_.fail(base::HazardKind::kTrap,
                    warp.index * kWarpLanes + static_cast<std::uint32_t>(std::countr_zero(rest)),
                    op.line, "a jump table is indexed past its end");
      return false;
    }
    std::uint32_t same = 0;
    for (std::uint32_t lanes = rest; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      if (choice[lane] == chosen) same |= 1u << lane;
    }
    const std::uint32_t target = kernel_.aux[op.aux + 1 + chosen];
    if (same == rest) {
      warp.fragments[index].pc = target;
    } else {
      split(warp, index, same, target, warp.fragments[index].pc,
            static_cast<std::uint32_t>(op.offset));
    }
    rest &= ~same;
  }
  return true;
}

void BlockRunner::arrive_at_join(Warp& warp, std::size_t index) {
  Fragment& fragment = warp.fragments[index];
  if (!is_innermost_join(warp, fragment, fragment.pc)) {
    ++fragment.pc;
    return;
  }
  warp.joins[static_cast<std::size_t>(fragment.join)].arrived |= fragment.mask;
  fragment.state = Fragment::State::kAtJoin;
  settle_joins(warp);
}

/// Lets the fragments of every join go on together once all lanes that are left have arrived.
void BlockRunner::settle_joins(Warp& warp) {
  for (std::size_t j = warp.joins.size(); j-- > 0;) {
    Join& join = warp.joins[j];
    if (join.expected == 0 || join.arrived != join.expected) continue;
    const auto number = static_cast<std::int32_t>(j);
    bool resumed = false;
    for (Fragment& fragment : warp.fragments) {
      if (fragment.state != Fragment::State::kAtJoin || fragment.join != number) continue;
      if (resumed) {
        fragment.state = Fragment::State::kEnded;
        continue;
      }
      resumed = true;
      fragment = {join.op, join.arrived, join.parent, join.frame, Fragment::State::kRunnable, 0, 0};
    }
    join.expected = 0;
  }
  while (!warp.joins.empty() && warp.joins.back().expected == 0) warp.joins.pop_back();
}

void BlockRunner::end_lanes(Warp& warp, std::size_t index, std::uint32_t lanes) {
  warp.live &= ~lanes;
  for (Join& join : warp.joins) {
    join.expected &= ~lanes;
    join.arrived &= ~lanes;
  }
  Fragment& fragment = warp.fragments[index];
  fragment.mask &= ~lanes;
  ++fragment.pc;
  if (fragment.mask == 0) fragment.state = Fragment::State::kEnded;
  settle_joins(warp);
}

std::int32_t BlockRunner::indirect_callee(Warp& warp, const Op& op, std::uint32_t active,
                                          bool& uniform) {
  const auto* address = reinterpret_cast<const std::uint64_t*>(warp.registers + op.a);
  const std::uint64_t first = address[std::countr_zero(active)];
  uniform = true;
  for (std::uint32_t lanes = active; lanes != 0; lanes &= lanes - 1) {
    uniform = uniform && address[std::countr_zero(lanes)] == first;
  }
  for (std::size_t i = 0; i < kernel_.functions.size(); ++i) {
    if (function_address(static_cast<std::int32_t>(i)) == first)
      return static_cast<std::int32_t>(i);
  }
  return -1;
}

bool BlockRunner::call(Warp& warp, std::size_t index, const Op& op, std::uint32_t active) {
  const CallSite& site = kernel_.calls[op.aux];
  const std::uint32_t thread =
      warp.index * kWarpLanes + static_cast<std::uint32_t>(std::countr_zero(active));
  if (site.builtin != CallSite::Builtin::kNone) {
    if (!builtin(warp, op, site, active)) return false;
    ++warp.fragments[index].pc;
    return true;
  }
  std::int32_t callee = site.callee;
  bool uniform = true;
  if (callee < 0) callee = indirect_callee(warp, op, active, uniform);
  if (callee < 0 || !uniform || active != warp.fragments[index].mask) {
    context_.fail(base::HazardKind::kUnsupported, thread, op.line,
                  callee < 0
                      ? "a call through a pointer that names no function"
                      : "a call that the lanes of a warp do not make together is not supported");
    return false;
  }
  return enter_function(warp, index, site, op.aux, callee);
}

bool BlockRunner::enter_function(Warp& warp, std::size_t index, const CallSite& site,
                                 std::uint32_t call_index, std::int32_t callee) {
  Fragment& fragment = warp.fragments[index];
  const LoweredFunction& function = kernel_.functions[static_cast<std::size_t>(callee)];
  Frame frame;
  frame.return_pc = fragment.pc + 1;
  frame.call = call_index;
  frame.function = callee;
  frame.parent = fragment.frame;
  frame.local_base = warp.local_end;
  frame.local_end = warp.local_end + function.local_bytes;
  std::size_t depth = 0;
  bool recursive = callee == 0;
  for (std::int32_t f = fragment.frame; f >= 0;
       f = warp.frames[static_cast<std::size_t>(f)].parent) {
    recursive = recursive || warp.frames[static_cast<std::size_t>(f)].function == callee;
    ++depth;
  }
  if (depth >= kDeepestCall || frame.local_end > kLocalLimitBytes) {
    context_.fail(
        base::HazardKind::kTrap,
        warp.index * kWarpLanes + static_cast<std::uint32_t>(std::countr_zero(fragment.mask)),
        kernel_.ops[fragment.pc].line, "the call stack overflows");
    return false;
  }
  if (recursive) {
    frame.saved_registers.assign(warp.registers + function.first_slot,
                                 warp.registers + function.end_slot);
  }
  copy_blocks(warp, site.arguments, function.parameters, fragment.mask);
  warp.frames.push_back(std::move(frame));
  fragment.frame = static_cast<std::int32_t>(warp.frames.size() - 1);
  fragment.pc = function.entry;
  return true;
}

void BlockRunner::leave_function(Warp& warp, std::size_t index) {
  Fragment& fragment = warp.fragments[index];
  const Frame& frame = warp.frames[static_cast<std::size_t>(fragment.frame)];
  const LoweredFunction& function = kernel_.functions[static_cast<std::size_t>(frame.function)];
  const CallSite& site = kernel_.calls[frame.call];
  // The results go to the caller after its registers are back: in a recursion both are the same
  // slots.
  std::vector<std::vector<std::uint8_t>> results;
  for (const ParameterBlock& result : function.results) {
    const std::uint8_t* at = warp.registers + result.slot;
    results.emplace_back(at, at + std::size_t{result.bytes_per_lane} * kWarpLanes);
  }
  restore_lanes(warp, function, frame.saved_registers, fragment.mask);
  for (std::size_t i = 0; i < results.size() && i < site.results.size(); ++i) {
    const std::uint32_t bytes =
        std::min(function.results[i].bytes_per_lane, site.results[i].bytes_per_lane);
    for (std::uint32_t lanes = fragment.mask; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
      std::memcpy(warp.registers + site.results[i].slot + lane * site.results[i].bytes_per_lane,
                  results[i].data() + std::size_t{lane} * function.results[i].bytes_per_lane,
                  bytes);
    }
  }
  fragment.pc = frame.return_pc;
  fragment.frame = frame.parent;
}

bool BlockRunner::builtin(Warp& warp, const Op& op, const CallSite& site, std::uint32_t active) {
  if (site.builtin == CallSite::Builtin::kAssert)
    return assert_fail(context_, warp, op, site, active);
  return print(context_, warp, op, site, active);
}

}  // namespace bankcheck::sim
