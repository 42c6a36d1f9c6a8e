// The memory of a range of blocks that runs beside other ranges, as if they ran one after another.
//
// Theory of operation. Blocks that run in order see what earlier blocks wrote. Ranges of blocks
// that run at the same time give the same results as long as none reads from an allocation that any
// of them writes to: then what a range reads is what the launch began with, whatever the order. So
// each range reads the launch's memory in place, writes to a copy that is made at the first write,
// and keeps a map of the bytes it wrote. In the end the ranges' writes are put together in the
// order of their blocks, the last one standing. When an allocation turns out to be both read and
// written (atomics do both), the ranges are given up and the blocks run in order, on memory that is
// still as it was. Which of the two happens does not show in the result.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "sim/address_space.hpp"

namespace bankcheck::sim {

/// What all ranges together did with each allocation.
class SharedUses {
 public:
  explicit SharedUses(std::size_t allocations) : uses_(allocations) {}

  void note(std::size_t allocation, Use use);
  /// Ends all ranges: their results are no longer wanted, or no longer good.
  void give_up() { given_up_ = true; }
  bool given_up() const { return given_up_; }

 private:
  std::vector<std::atomic<std::uint8_t>> uses_;
  std::atomic<bool> given_up_ = false;
};

/// One range's own copies.
class Speculation {
 public:
  explicit Speculation(SharedUses& shared) : shared_(shared) {}
  Speculation(const Speculation&) = delete;

  /// The first time that the range puts `allocation` of its `space` to this use.
  void note_use(AddressSpace& space, Allocation& allocation, Use use);
  bool given_up() const { return shared_.given_up(); }

 private:
  struct Copy {
    std::vector<std::byte> data;
    std::vector<std::uint8_t> written;
  };

  SharedUses& shared_;
  std::deque<Copy> copies_;
};

/// Puts what a range wrote into the launch's memory. Both have the same allocations.
void commit_writes(AddressSpace& from_range, AddressSpace& to);

}  // namespace bankcheck::sim
