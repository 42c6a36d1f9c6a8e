// An mbarrier object: 64 bits of shared memory in which the threads of a block count arrivals.
//
// Theory of operation (PTX ISA, "Parallel Synchronization: mbarrier"). A phase waits for `pending`
// arrivals and for as many bytes of asynchronous copies as `transactions` says. When both are zero
// the phase is over: its number goes up by one, and `pending` starts again from `expected`. Only
// the parity of the number is kept, since who waits asks for the running phase or for the one
// before it. Where hardware keeps the fields is not public; programs reach them through
// instructions alone. Here two bits tell an object from memory that was never one.
#pragma once

#include <cstdint>
#include <optional>

namespace bankcheck::sim {

struct Mbarrier {
  static constexpr std::uint32_t kMost = (1u << 20) - 1;  ///< arrivals, and transactions

  std::uint32_t expected = 0;  ///< arrivals of each phase, 1 to kMost
  std::uint32_t pending = 0;   ///< arrivals that the running phase still waits for
  std::int32_t transactions = 0;
  std::uint32_t phase = 0;  ///< parity of its number

  /// As mbarrier.init leaves it; nothing where `count` is out of range.
  static std::optional<Mbarrier> with_count(std::uint32_t count);
  static std::optional<Mbarrier> unpack(std::uint64_t word);
  std::uint64_t pack() const;

  /// False where the phase does not wait for as many arrivals.
  bool arrive(std::uint32_t count);
  /// The same for good: later phases wait for fewer.
  bool drop(std::uint32_t count);
  /// Adds to the transactions that the phase waits for, or takes off. False out of range.
  bool expect(std::int64_t bytes);
  /// Starts the next phase if this one waits for nothing more; whether it did.
  bool finish_phase();
};

}  // namespace bankcheck::sim
