#include "sim/slot_allocator.hpp"

namespace bankcheck::sim {
namespace {

constexpr Slot kAlign = 128;

}  // namespace

Slot SlotAllocator::here() {
  end_predicates_ = next_predicate_ = 0;  // later predicates go into a line of their own
  return next_;
}

Slot SlotAllocator::lanes(std::uint32_t lane_bytes) {
  const Slot slot = next_;
  const Slot bytes = lane_bytes * base::kWarpLanes;
  next_ += (bytes + kAlign - 1) / kAlign * kAlign;
  return slot;
}

Slot SlotAllocator::predicate() {
  if (next_predicate_ == end_predicates_) {
    next_predicate_ = lanes(4);
    end_predicates_ = next_;
  }
  const Slot slot = next_predicate_;
  next_predicate_ += sizeof(std::uint32_t);
  return slot;
}

Slot SlotAllocator::constant(std::uint64_t bits, std::uint32_t lane_bytes) {
  if (lane_bytes == 4) bits &= 0xffffffffu;
  const auto [found, added] = constants_.try_emplace({bits, lane_bytes}, 0);
  if (added) found->second = lanes(lane_bytes);
  return found->second;
}

Slot SlotAllocator::special(int index, std::uint32_t lane_bytes) {
  const auto [found, added] = specials_.try_emplace({index, lane_bytes}, 0);
  if (added) found->second = lanes(lane_bytes);
  return found->second;
}

void SlotAllocator::finish(Kernel& kernel) const {
  for (const auto& [key, slot] : constants_) {
    kernel.constants.push_back({slot, static_cast<std::uint8_t>(key.second), key.first});
  }
  for (const auto& [key, slot] : specials_) {
    kernel.specials.push_back({slot, static_cast<std::uint8_t>(key.second), key.first});
  }
  kernel.register_file_bytes = next_;
}

}  // namespace bankcheck::sim
