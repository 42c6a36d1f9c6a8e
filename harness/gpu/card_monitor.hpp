// The state of a card beside the work on it: clocks, throttling, who else uses it. Looks, never
// sets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace bankcheck::gpu {

struct CardProcess {
  unsigned process = 0;
  std::uint64_t memory_bytes = 0;  ///< 0 when not known
};

struct CardState {
  std::string driver_version;  ///< "580.159.04"
  std::optional<unsigned> sm_clock_mhz;
  std::optional<unsigned> sm_clock_limit_mhz;
  std::optional<unsigned> temperature_c;
  /// Why the clock is held down, in words; "idle" is not among them. Empty: it is not.
  std::vector<std::string> throttle_reasons;
  std::vector<CardProcess> processes;  ///< with a context on the card
};

/// A card as NVML lists it.
struct ListedCard {
  std::string uuid;  ///< as CardInfo spells it
  std::string name;
};

/// The machine's cards in the order of their slots, whatever CUDA_VISIBLE_DEVICES says. Takes some
/// 20 ms. Empty where NVML cannot say.
std::vector<ListedCard> list_cards();

/// Asks NVML (libnvidia-ml.so.1, opened at run time) about the card with this UUID, as CardInfo
/// spells it. Takes some 20 ms. The diagnostic says why nothing can be said.
base::Result<CardState> read_card_state(const std::string& uuid);

/// The words for a mask of nvmlDeviceGetCurrentClocksEventReasons.
std::vector<std::string> throttle_reasons(std::uint64_t mask);

}  // namespace bankcheck::gpu
