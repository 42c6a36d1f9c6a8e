// What a warp-wide access costs, remembered by the shape of its addresses.
//
// Theory of operation. The bank rule only looks at which lanes share a word and which words share a
// bank. Adding one multiple of 4 bytes to every address turns the banks round and changes neither,
// so the answer depends on the lanes' distances from the first active lane (and, below 4 bytes, on
// that lane's place within its word). Sectors of global memory are alike with 32 bytes. A kernel's
// loops repeat few shapes many times: each memory op remembers its last shape, all ops share this
// table, and only a shape never seen is handed to the exact model.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/bank_model.hpp"

namespace bankcheck::sim {

/// Which rule counts a shape.
enum class CountRule : std::uint8_t { kSharedLoad, kSharedStore, kSharedAtomic, kGlobalSectors };

/// A shape: the active lanes and their byte distances from the first active lane (0 for idle
/// lanes).
struct AccessPattern {
  alignas(64) std::array<std::uint32_t, base::kWarpLanes> distance{};
  std::uint32_t mask = 0;
  std::uint8_t width = 0;
  CountRule rule = CountRule::kSharedLoad;
  std::uint8_t low_bits = 0;  ///< first active address modulo 4 (shared) or 32 (global)

  friend bool operator==(const AccessPattern&, const AccessPattern&) = default;
};

struct PatternEntry {
  AccessPattern pattern;
  /// Wavefronts, or sectors for global memory; 0 for atomics without a measured rule.
  std::uint32_t cost = 0;
};

/// The kind of shared access that a rule counts.
base::AccessKind access_kind(CountRule rule);

/// Wavefronts or sectors of `pattern` by the exact model.
std::uint32_t exact_cost(const AccessPattern& pattern);

class PatternCache {
 public:
  static constexpr std::uint32_t kCapacity = 8192;

  PatternCache();

  /// Index of the entry for `pattern`, counted and added when it is new. Indices stay valid until
  /// `clear`. Must not be called when `full()`.
  std::uint32_t find_or_add(const AccessPattern& pattern);
  const PatternEntry& entry(std::uint32_t index) const { return entries_[index]; }
  bool full() const { return entries_.size() >= kCapacity; }
  void clear();

 private:
  static constexpr std::uint32_t kBuckets = 4 * kCapacity;
  std::vector<PatternEntry> entries_;
  std::vector<std::uint32_t> buckets_;  // entry index + 1, 0 for empty; open addressing
};

}  // namespace bankcheck::sim
