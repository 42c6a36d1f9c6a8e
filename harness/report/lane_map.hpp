// Which lanes of a warp's access land in which bank, on which word, in which service phase.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bank_model.hpp"

namespace bankcheck::report {

/// One word that a bank is asked for, and the lanes that ask for it.
struct BankWord {
  std::uint32_t word = 0;
  std::uint32_t lanes = 0;
};

/// The distinct words of each bank in ascending order.
using BankWords = std::array<std::vector<BankWord>, base::kBankCount>;

struct PhaseMap {
  base::ServicePhase phase;
  BankWords banks;

  /// The bank with the most words; the first of those.
  int busiest_bank() const;
};

/// Of a load or a store; atomics serve the lanes of one word apart, which this does not show.
struct LaneMap {
  base::WarpAccess access;
  int degree = 0;
  int wavefronts = 0;
  std::vector<PhaseMap> phases;  ///< empty when no lane is active
};

LaneMap map_lanes(const base::WarpAccess& access);

/// The words that one lane asks for: the first, and how many.
struct LaneWords {
  std::uint32_t first = 0;
  int count = 1;
};
LaneWords words_of(const base::WarpAccess& access, int lane);

bool is_active(std::uint32_t lanes, int lane);

/// Lanes of a mask, neighbours as a range: `0-15`, `3`, `0-3, 16`.
std::string lanes_text(std::uint32_t lanes);
/// The same with the noun: `lane 3`, `lanes 0-15`.
std::string named_lanes_text(std::uint32_t lanes);

/// In words: `no conflict`, `a conflict of degree 8`, `a broadcast: all lanes ask for one word`, …
std::string conflict_text(const LaneMap& map);

}  // namespace bankcheck::report
