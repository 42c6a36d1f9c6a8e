// Which shared words each thread loaded: a log of accesses per warp, folded into digests.
//
// Theory of operation. A digest per read would cost more than the read. Instead every load appends
// its first address and the number of its shape (see pattern_cache.hpp) to its warp's log. A full
// log, or the warp's end, folds it: the sum over its reads of a mixing function of the word, lane
// by lane, and over its requests of one of all lanes' words. Sums do not depend on the order. Warps
// of different blocks mostly leave equal logs; a log that equals one already folded takes over its
// sums.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/bank_model.hpp"
#include "sim/pattern_cache.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::sim {

/// One warp-wide shared load.
struct ReadEvent {
  std::uint32_t first_address = 0;  ///< of the first active lane
  std::uint32_t pattern = 0;        ///< into the PatternCache

  friend bool operator==(const ReadEvent&, const ReadEvent&) = default;
};

struct WarpDigests {
  std::array<ReadDigest, base::kWarpLanes> lanes;
  RequestDigest requests;
};

class ReadLedger {
 public:
  explicit ReadLedger(const PatternCache& patterns) : patterns_(&patterns) {}

  /// Adds the reads of `events` to the warp's digests and lowers `lowest_word` to the lowest one
  /// read.
  void fold(const std::vector<ReadEvent>& events, WarpDigests& warp, std::uint32_t& lowest_word);
  /// Forgets remembered logs: the pattern cache is about to be cleared.
  void forget() { folded_.clear(); }

 private:
  struct Folded {
    std::vector<ReadEvent> events;
    WarpDigests warp;
    std::uint32_t lowest_word = 0;
  };
  static constexpr std::size_t kRememberedLogs = 64;

  const PatternCache* patterns_;
  std::vector<Folded> folded_;
};

}  // namespace bankcheck::sim
