#include "sim/pattern_cache.hpp"

#include <algorithm>
#include <bit>

namespace bankcheck::sim {
namespace {

constexpr std::uint32_t kSectorBytes = 32;

std::uint32_t hash_of(const AccessPattern& pattern) {
  std::uint32_t hash = pattern.mask * 0x9e3779b1u + pattern.width * 0x85ebca77u +
                       static_cast<std::uint32_t>(pattern.rule) * 0xc2b2ae3du + pattern.low_bits;
  std::uint32_t lane_sum = 0;
  for (std::uint32_t lane = 0; lane < base::kWarpLanes; ++lane) {
    lane_sum += pattern.distance[lane] * (0x27d4eb2fu + 2u * 0x165667b1u * lane);
  }
  hash ^= lane_sum;
  hash ^= hash >> 15;
  hash *= 0x2c1b3c6du;
  hash ^= hash >> 13;
  return hash;
}

/// Distinct 32-byte sectors that the active lanes touch.
std::uint32_t sectors(const AccessPattern& pattern) {
  std::vector<std::int32_t> touched;
  for (std::uint32_t lanes = pattern.mask; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    const auto first = static_cast<std::int32_t>(pattern.distance[lane]) + pattern.low_bits;
    const std::int32_t last = first + pattern.width - 1;
    for (std::int32_t sector = first >> 5; sector <= last >> 5; ++sector) touched.push_back(sector);
  }
  static_assert(kSectorBytes == 1u << 5);
  std::sort(touched.begin(), touched.end());
  return static_cast<std::uint32_t>(std::unique(touched.begin(), touched.end()) - touched.begin());
}

}  // namespace

base::AccessKind access_kind(CountRule rule) {
  if (rule == CountRule::kSharedLoad) return base::AccessKind::kLoad;
  if (rule == CountRule::kSharedStore) return base::AccessKind::kStore;
  return base::AccessKind::kAtomic;
}

std::uint32_t exact_cost(const AccessPattern& pattern) {
  if (pattern.rule == CountRule::kGlobalSectors) return sectors(pattern);
  base::WarpAccess access{access_kind(pattern.rule), pattern.width, pattern.mask, {}};
  // Distances may be negative: start high enough, at a multiple of all banks.
  constexpr std::uint32_t kOrigin = 1u << 30;
  for (int lane = 0; lane < base::kWarpLanes; ++lane) {
    access.byte_address[lane] = kOrigin + pattern.low_bits + pattern.distance[lane];
  }
  return static_cast<std::uint32_t>(base::wavefronts(access).value_or(0));
}

PatternCache::PatternCache() : buckets_(kBuckets, 0) { entries_.reserve(kCapacity); }

std::uint32_t PatternCache::find_or_add(const AccessPattern& pattern) {
  std::uint32_t bucket = hash_of(pattern) % kBuckets;
  for (; buckets_[bucket] != 0; bucket = (bucket + 1) % kBuckets) {
    const std::uint32_t index = buckets_[bucket] - 1;
    if (entries_[index].pattern == pattern) return index;
  }
  entries_.push_back({pattern, exact_cost(pattern)});
  buckets_[bucket] = static_cast<std::uint32_t>(entries_.size());
  return buckets_[bucket] - 1;
}

void PatternCache::clear() {
  entries_.clear();
  std::fill(buckets_.begin(), buckets_.end(), 0u);
}

}  // namespace bankcheck::sim
