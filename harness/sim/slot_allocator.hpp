// Hands out places in the register file, and remembers what has to be in them.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "sim/kernel.hpp"

namespace bankcheck::sim {

class SlotAllocator {
 public:
  /// A slot of 32 lanes of `lane_bytes` (4 or 8; any number for parameter blocks).
  Slot lanes(std::uint32_t lane_bytes);
  /// A lane mask.
  Slot predicate();
  /// The slot that holds `bits` in every lane; the same slot for the same constant.
  Slot constant(std::uint64_t bits, std::uint32_t lane_bytes);
  /// The slot of a special register.
  Slot special(int index, std::uint32_t lane_bytes);

  /// Where the next slot will be: functions note the range that is theirs.
  Slot here();
  void finish(Kernel& kernel) const;

 private:
  Slot next_ = FixedSlots::kFirst;
  Slot next_predicate_ = 0;
  Slot end_predicates_ = 0;
  std::map<std::pair<std::uint64_t, std::uint32_t>, Slot> constants_;
  std::map<std::pair<int, std::uint32_t>, Slot> specials_;
};

}  // namespace bankcheck::sim
