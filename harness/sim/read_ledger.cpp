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

void fold_event(const ReadEvent& event, const AccessPattern& pattern, LaneDigests& lanes,
                std::uint32_t& lowest_word) {
  const std::uint32_t words = std::max<std::uint32_t>(1, pattern.width / base::kBankBytes);
  for (std::uint32_t mask = pattern.mask; mask != 0; mask &= mask - 1) {
    const int lane = std::countr_zero(mask);
    const std::uint32_t first = (event.first_address + pattern.distance[lane]) / base::kBankBytes;
    lowest_word = std::min(lowest_word, first);
    for (std::uint32_t i = 0; i < words; ++i) lanes[lane].add(first + i);
  }
}

void add(LaneDigests& to, const LaneDigests& from) {
  for (int lane = 0; lane < base::kWarpLanes; ++lane) {
    to[lane].reads += from[lane].reads;
    to[lane].digest += from[lane].digest;
  }
}

}  // namespace

void ReadDigest::add(std::uint32_t word) {
  ++reads;
  digest += mix(word);
}

void ReadLedger::fold(const std::vector<ReadEvent>& events, LaneDigests& lanes,
                      std::uint32_t& lowest_word) {
  if (events.empty()) return;
  const auto same = std::find_if(folded_.begin(), folded_.end(),
                                 [&](const Folded& folded) { return folded.events == events; });
  if (same != folded_.end()) {
    add(lanes, same->lanes);
    lowest_word = std::min(lowest_word, same->lowest_word);
    return;
  }
  Folded folded{events, {}, std::numeric_limits<std::uint32_t>::max()};
  for (const ReadEvent& event : events) {
    fold_event(event, patterns_->entry(event.pattern).pattern, folded.lanes, folded.lowest_word);
  }
  add(lanes, folded.lanes);
  lowest_word = std::min(lowest_word, folded.lowest_word);
  if (folded_.size() < kRememberedLogs) folded_.push_back(std::move(folded));
}

}  // namespace bankcheck::sim
