#include "report/lane_map.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace bankcheck::report {
namespace {

void add_lane(std::vector<BankWord>& words, std::uint32_t word, int lane) {
  const auto place =
      std::lower_bound(words.begin(), words.end(), word,
                       [](const BankWord& entry, std::uint32_t key) { return entry.word < key; });
  if (place != words.end() && place->word == word) {
    place->lanes |= 1u << lane;
  } else {
    words.insert(place, {word, 1u << lane});
  }
}

PhaseMap map_phase(const base::WarpAccess& access, const base::ServicePhase& phase) {
  PhaseMap map{phase, {}};
  for (int lane = 0; lane < base::kWarpLanes; ++lane) {
    if (!is_active(phase.lanes, lane)) continue;
    const LaneWords words = words_of(access, lane);
    for (int i = 0; i < words.count; ++i) {
      const std::uint32_t word = words.first + static_cast<std::uint32_t>(i);
      add_lane(map.banks[word % base::kBankCount], word, lane);
    }
  }
  return map;
}

bool has_conflict(const LaneMap& map) {
  return std::any_of(map.phases.begin(), map.phases.end(),
                     [](const PhaseMap& phase) { return phase.phase.wavefronts > 1; });
}

/// The most lanes that ask for one word.
int most_lanes_on_a_word(const LaneMap& map) {
  int most = 0;
  for (const PhaseMap& phase : map.phases) {
    for (const std::vector<BankWord>& words : phase.banks) {
      for (const BankWord& word : words) most = std::max(most, std::popcount(word.lanes));
    }
  }
  return most;
}

}  // namespace

int PhaseMap::busiest_bank() const {
  const auto busiest = std::max_element(
      banks.begin(), banks.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return static_cast<int>(busiest - banks.begin());
}

LaneMap map_lanes(const base::WarpAccess& access) {
  LaneMap map{access, base::conflict_degree(access), base::wavefronts(access).value_or(0), {}};
  for (const base::ServicePhase& phase : base::service_phases(access)) {
    map.phases.push_back(map_phase(access, phase));
  }
  return map;
}

LaneWords words_of(const base::WarpAccess& access, int lane) {
  return {access.byte_address[static_cast<std::size_t>(lane)] / base::kBankBytes,
          std::max(1, access.width_bytes / base::kBankBytes)};
}

bool is_active(std::uint32_t lanes, int lane) { return (lanes >> lane & 1u) != 0; }

std::string lanes_text(std::uint32_t lanes) {
  std::string text;
  for (int lane = 0; lane < base::kWarpLanes; ++lane) {
    if (!is_active(lanes, lane)) continue;
    int last = lane;
    while (last + 1 < base::kWarpLanes && is_active(lanes, last + 1)) ++last;
    if (!text.empty()) text += ", ";
    text += last == lane ? std::to_string(lane) : fmt::format("{}-{}", lane, last);
    lane = last;
  }
  return text;
}

std::string named_lanes_text(std::uint32_t lanes) {
  return (std::popcount(lanes) == 1 ? "lane " : "lanes ") + lanes_text(lanes);
}

std::string conflict_text(const LaneMap& map) {
  const int active = std::popcount(map.access.active_mask);
  if (active == 0) return "no lane is active";
  if (has_conflict(map)) {
    if (map.phases.size() > 1) return "a bank conflict within a phase";
    const bool vowel = map.degree == 8 || map.degree == 11 || map.degree == 18;
    return fmt::format("{} {}-way bank conflict", vowel ? "an" : "a", map.degree);
  }
  const int most = most_lanes_on_a_word(map);
  if (most > 1 && map.access.kind == base::AccessKind::kStore) {
    return "no conflict, but several lanes store to the same word";
  }
  if (active > 1 && most == active) return "a broadcast: every lane asks for the same word";
  if (most > 1) return "no conflict: lanes on the same word are served together";
  return map.phases.size() > 1 ? "no conflict within a phase" : "no conflict";
}

}  // namespace bankcheck::report
