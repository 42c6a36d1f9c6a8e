#include "cli/card_choice.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <sstream>

namespace bankcheck::cli {
namespace {

/// A card's number, below `count` where that is known, or the beginning of a UUID.
bool names_a_card(const std::string& entry, std::size_t count) {
  if (entry.starts_with("GPU-") || entry.starts_with("MIG-")) return true;
  unsigned number = 0;
  const auto [end, error] = std::from_chars(entry.data(), entry.data() + entry.size(), number);
  return error == std::errc() && *end == '\0' && (count == 0 || number < count);
}

/// Of a list as CUDA reads it: up to the first entry that is none, or comes again.
std::vector<std::string> entries(const std::string& visible, std::size_t count) {
  std::vector<std::string> found;
  std::istringstream list(visible);
  for (std::string entry; std::getline(list, entry, ',');) {
    entry.erase(std::remove(entry.begin(), entry.end(), ' '), entry.end());
    const bool comes_again = std::find(found.begin(), found.end(), entry) != found.end();
    if (comes_again || !names_a_card(entry, count)) break;
    found.push_back(entry);
  }
  return found;
}

}  // namespace

std::optional<std::string> visible_cards() {
  const char* visible = std::getenv(kVisibleCards);
  return visible == nullptr ? std::nullopt : std::optional<std::string>(visible);
}

std::vector<std::string> cards_to_share(const std::optional<std::string>& visible,
                                        const std::vector<gpu::ListedCard>& listed) {
  std::vector<std::string> cards;
  if (visible) {
    cards = entries(*visible, listed.size());
  } else if (std::all_of(listed.begin(), listed.end(), [&](const gpu::ListedCard& card) {
               return card.name == listed.front().name;
             })) {
    for (const gpu::ListedCard& card : listed) cards.push_back(card.uuid);
  }
  return cards.size() < 2 ? std::vector<std::string>() : cards;
}

std::vector<std::string> cards_to_share() {
  return cards_to_share(visible_cards(), gpu::list_cards());
}

std::string card_for(const std::vector<std::string>& cards, std::size_t turn) {
  return cards.empty() ? std::string() : cards[turn % cards.size()];
}

}  // namespace bankcheck::cli
