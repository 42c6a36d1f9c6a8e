#include "sim/read_ledger.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace bankcheck::sim {
namespace {

// Two rounds of a multiplicative mixer (constants of xxHash and splitmix64), so that sums of mixed
// words collide only by chance.
std::uint64_t mix(std::uint64_t word) {
  word = (word + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  word ^= word >> 29;
  word *= 0x94d049bb133111ebu;
  return word ^ (word >> 32);
}

constexpr std::uint32_t kMostWords = 4;  // of one lane's load

void fold_event(const ReadEvent& event, const AccessPattern& pattern, WarpDigests& warp,
                std::uint32_t& lowest_word) {
  const std::uint32_t words =
      std::clamp<std::uint32_t>(pattern.width / base::kBankBytes, 1, kMostWords);
  std::array<std::uint64_t, kMostWords> sums{};
  for (std::uint32_t mask = pattern.mask; mask != 0; mask &= mask - 1) {
    const int lane = std::countr_zero(mask);
    const std::uint32_t first = (event.first_address + pattern.distance[lane]) / base::kBankBytes;
    lowest_word = std::min(lowest_word, first);
    for (std::uint32_t i = 0; i < words; ++i) {
      warp.lanes[lane].add(first + i);
      sums[i] += RequestDigest::of_lane(lane, first + i);
    }
  }
  for (std::uint32_t i = 0; i < words; ++i) warp.requests.add(sums[i]);
}

void add(WarpDigests& to, const WarpDigests& from) {
  for (int lane = 0; lane < base::kWarpLanes; ++lane) {
    to.lanes[lane].reads += from.lanes[lane].reads;
    to.lanes[lane].digest += from.lanes[lane].digest;
  }
  to.requests.requests += from.requests.requests;
  to.requests.digest += from.requests.digest;
}

}  // namespace

void ReadDigest::add(std::uint32_t word) {
  ++reads;
  digest += mix(word);
}

std::uint64_t RequestDigest::of_lane(int lane, std::uint32_t word) {
  return mix(std::uint64_t{word} * base::kWarpLanes + static_cast<std::uint64_t>(lane));
}

void RequestDigest::add(std::uint64_t sum_over_lanes) {
  ++requests;
  digest += mix(sum_over_lanes);
}

std::optional<std::uint64_t> ReadAlteration::altered_read(std::uint64_t thread) const {
  const std::uint64_t chance = mix(seed ^ mix(thread));
  if (reads == 0 || chance % 2 == 0) return std::nullopt;
  return chance / 2 % reads;
}

void ReadLedger::fold(const std::vector<ReadEvent>& events, WarpDigests& warp,
                      std::uint32_t& lowest_word) {
  if (events.empty()) return;
  const auto same = std::find_if(folded_.begin(), folded_.end(),
                                 [&](const Folded& folded) { return folded.events == events; });
  if (same != folded_.end()) {
    add(warp, same->warp);
    lowest_word = std::min(lowest_word, same->lowest_word);
    return;
  }
  Folded folded{events, {}, std::numeric_limits<std::uint32_t>::max()};
  for (const ReadEvent& event : events) {
    fold_event(event, patterns_->entry(event.pattern).pattern, folded.warp, folded.lowest_word);
  }
  add(warp, folded.warp);
  lowest_word = std::min(lowest_word, folded.lowest_word);
  if (folded_.size() < kRememberedLogs) folded_.push_back(std::move(folded));
}

}  // namespace bankcheck::sim
