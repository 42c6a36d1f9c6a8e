#include "sim/mbarrier_access.hpp"

#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "sim/mbarrier.hpp"
#include "sim/memory_access.hpp"

namespace bankcheck::sim {
namespace {

constexpr std::uint32_t kBytes = 8;

std::uint64_t read_word(const BlockContext& block, std::uint32_t address) {
  std::uint64_t word;
  std::memcpy(&word, block.shared.data() + address, sizeof word);
  return word;
}

std::optional<Mbarrier> object_at(Warp& warp, const Op& op, int lane, std::uint32_t address) {
  std::uint32_t addresses[base::kWarpLanes] = {};
  addresses[lane] = address;
  note_shared_atomic(*warp.block, warp, op.line, addresses, 1u << lane, kBytes);
  auto object = Mbarrier::unpack(read_word(*warp.block, address));
  if (!object) fail_mbarrier(warp, op, lane, "uses memory that mbarrier.init has not made");
  return object;
}

bool is_arrival(MbarrierChange change) {
  return change != MbarrierChange::kExpect && change != MbarrierChange::kComplete;
}

bool change_object(Mbarrier& object, MbarrierChange change, std::uint32_t amount) {
  switch (change) {
    case MbarrierChange::kArrive:
    case MbarrierChange::kCopiesArrive:
      return object.arrive(amount);
    case MbarrierChange::kDrop:
      return object.drop(amount);
    case MbarrierChange::kExpect:
      return object.expect(amount);
    case MbarrierChange::kComplete:
      return object.expect(-std::int64_t{amount});
    case MbarrierChange::kExpectAndArrive:
      return object.expect(amount) && object.arrive(1);
    case MbarrierChange::kExpectAndDrop:
      return object.expect(amount) && object.drop(1);
    case MbarrierChange::kCopiesJoin:
      return true;  // one arrival more to wait for, and its arrival
  }
  return false;
}

/// The lane's copies that nobody has waited for are the barrier's business from here on.
void hand_over_copies(Warp& warp, int lane, std::uint32_t address) {
  for (auto& group : warp.async_groups) {
    std::erase_if(group, [&](const Warp::AsyncWrite& write) {
      if (write.lane != static_cast<std::uint32_t>(lane)) return false;
      warp.block->hazards.bind_async(
          address, {warp.index, write.lane, write.line, write.address, write.bytes});
      return true;
    });
  }
}

}  // namespace

void write_mbarriers(Warp& warp, const Op& op, const std::uint32_t* addresses, std::uint32_t mask,
                     const std::uint64_t* words) {
  BlockContext& block = *warp.block;
  if (block.options.detect_hazards) {
    note_shared_write(block, warp, op.line, addresses, mask, kBytes,
                      reinterpret_cast<const std::byte*>(words));
  }
  for (std::uint32_t lane = 0; lane < base::kWarpLanes; ++lane) {
    if ((mask >> lane & 1u) == 0) continue;
    std::memcpy(block.shared.data() + addresses[lane], words + lane, kBytes);
  }
}

void end_mbarriers(Warp& warp, const std::uint32_t* addresses, std::uint32_t mask) {
  for (; mask != 0; mask &= mask - 1) {
    std::memset(warp.block->shared.data() + addresses[std::countr_zero(mask)], 0, kBytes);
  }
}

bool apply_to_mbarrier(Warp& warp, const Op& op, int lane, std::uint32_t address,
                       MbarrierChange change, std::uint32_t amount, std::uint64_t* before) {
  BlockContext& block = *warp.block;
  auto object = object_at(warp, op, lane, address);
  if (!object) return false;
  *before = object->pack();
  if (!change_object(*object, change, amount)) {
    fail_mbarrier(warp, op, lane,
                  is_arrival(change) ? "arrives more often than a phase waits for at"
                                     : "gives a number of bytes out of range to");
    return false;
  }
  const bool order = block.options.detect_hazards;
  if (order && (change == MbarrierChange::kCopiesArrive || change == MbarrierChange::kCopiesJoin)) {
    hand_over_copies(warp, lane, address);
  }
  if (order && is_arrival(change)) block.hazards.on_mbarrier_arrival(warp.index, address);
  if (object->finish_phase() && order) block.hazards.on_mbarrier_phase(address);
  const std::uint64_t after = object->pack();
  std::memcpy(block.shared.data() + address, &after, sizeof after);
  return true;
}

PhaseState mbarrier_phase(Warp& warp, const Op& op, int lane, std::uint32_t address,
                          std::uint32_t phase) {
  const auto object = object_at(warp, op, lane, address);
  if (!object) return PhaseState::kFault;
  if (object->phase == phase) return PhaseState::kRunning;
  if (warp.block->options.detect_hazards) warp.block->hazards.on_mbarrier_wait(warp.index, address);
  return PhaseState::kOver;
}

Step fail_mbarrier(Warp& warp, const Op& op, int lane, const char* what) {
  BlockContext& block = *warp.block;
  const std::uint32_t thread = warp.index * base::kWarpLanes + static_cast<std::uint32_t>(lane);
  return block.fail(base::HazardKind::kTrap, thread, op.line,
                    fmt::format("{} {} an mbarrier", block.thread_text(thread), what));
}

}  // namespace bankcheck::sim
