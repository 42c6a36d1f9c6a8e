#include "sim/mbarrier.hpp"

namespace bankcheck::sim {
namespace {

// From the lowest bit: expected, pending, transactions (biased), phase, tag.
constexpr int kCountBits = 20;
constexpr int kTransactionBits = 21;
constexpr int kPendingAt = kCountBits;
constexpr int kTransactionsAt = 2 * kCountBits;
constexpr int kPhaseAt = kTransactionsAt + kTransactionBits;
constexpr int kTagAt = kPhaseAt + 1;
constexpr std::uint64_t kTag = 1;  // neither zeros nor the ones that fresh memory is filled with
constexpr std::int64_t kBias = Mbarrier::kMost;

std::uint32_t field(std::uint64_t word, int at, int bits) {
  return static_cast<std::uint32_t>(word >> at & ((std::uint64_t{1} << bits) - 1));
}

}  // namespace

std::optional<Mbarrier> Mbarrier::with_count(std::uint32_t count) {
  if (count == 0 || count > kMost) return std::nullopt;
  return Mbarrier{count, count, 0, 0};
}

std::optional<Mbarrier> Mbarrier::unpack(std::uint64_t word) {
  if (word >> kTagAt != kTag) return std::nullopt;
  Mbarrier object;
  object.expected = field(word, 0, kCountBits);
  object.pending = field(word, kPendingAt, kCountBits);
  object.transactions =
      static_cast<std::int32_t>(field(word, kTransactionsAt, kTransactionBits) - kBias);
  object.phase = field(word, kPhaseAt, 1);
  return object;
}

std::uint64_t Mbarrier::pack() const {
  return std::uint64_t{expected} | std::uint64_t{pending} << kPendingAt |
         static_cast<std::uint64_t>(transactions + kBias) << kTransactionsAt |
         std::uint64_t{phase} << kPhaseAt | kTag << kTagAt;
}

bool Mbarrier::arrive(std::uint32_t count) {
  if (count == 0 || count > pending) return false;
  pending -= count;
  return true;
}

bool Mbarrier::drop(std::uint32_t count) {
  if (count > expected || !arrive(count)) return false;
  expected -= count;
  return true;
}

bool Mbarrier::expect(std::int64_t bytes) {
  const std::int64_t sum = transactions + bytes;
  if (sum < -kBias || sum > kBias) return false;
  transactions = static_cast<std::int32_t>(sum);
  return true;
}

bool Mbarrier::finish_phase() {
  if (pending != 0 || transactions != 0) return false;
  phase ^= 1u;
  pending = expected;
  return true;
}

}  // namespace bankcheck::sim
