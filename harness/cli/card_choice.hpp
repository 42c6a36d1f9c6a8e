// Several cards in one machine: which of them a grader takes.
//
// A grader's worker sees one card only, the one that its CUDA_VISIBLE_DEVICES names. So everything
// below that, the driver's ordinals, the profiler, the card's lock, stays as with one card.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/card_monitor.hpp"

namespace bankcheck::cli {

inline constexpr const char* kVisibleCards = "CUDA_VISIBLE_DEVICES";

/// The variable as it is: a list that is empty hides all cards, which none at all does not.
std::optional<std::string> visible_cards();

/// What CUDA_VISIBLE_DEVICES must be for each of the cards that graders may share out among
/// themselves. Those that `visible`, the variable as it is, names (CUDA ignores what follows an
/// entry that is none); without it those of `listed`, when all are of one model: of different ones
/// CUDA takes the fastest, and so do we. Empty: there is nothing to choose.
std::vector<std::string> cards_to_share(const std::optional<std::string>& visible,
                                        const std::vector<gpu::ListedCard>& listed);

/// cards_to_share() of this machine and process.
std::vector<std::string> cards_to_share();

/// The one for the grader number `turn`; empty where there is nothing to choose.
std::string card_for(const std::vector<std::string>& cards, std::size_t turn);

}  // namespace bankcheck::cli
