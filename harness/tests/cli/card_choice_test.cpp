#include "cli/card_choice.hpp"

#include <gtest/gtest.h>

namespace bankcheck::cli {
namespace {

using Cards = std::vector<std::string>;

TEST(CardChoice, TakesWhatCudaVisibleDevicesNames) {
  EXPECT_EQ(cards_to_share("0,1", {}), (Cards{"0", "1"}));
  EXPECT_EQ(cards_to_share(" 3 , GPU-8f4c ", {}), (Cards{"3", "GPU-8f4c"}));
  EXPECT_EQ(cards_to_share("2,1,-1,0", {}), (Cards{"2", "1"}));
  EXPECT_EQ(cards_to_share("2,1,,0", {}), (Cards{"2", "1"}));
}

TEST(CardChoice, EndsTheListWhereTheMachineHasNoSuchCard) {
  const std::vector<gpu::ListedCard> two{{"GPU-a", "T4"}, {"GPU-b", "T4"}};
  EXPECT_EQ(cards_to_share("1,0,7,0", two), (Cards{"1", "0"}));
  EXPECT_EQ(cards_to_share("0,7", two), Cards{});
  EXPECT_EQ(cards_to_share("0,1,99999999999,1", two), (Cards{"0", "1"}));
  EXPECT_EQ(cards_to_share("GPU-a,MIG-b,1x", two), (Cards{"GPU-a", "MIG-b"}));
  EXPECT_EQ(cards_to_share("1,0,1", two), (Cards{"1", "0"}));
}

TEST(CardChoice, BringsNoHiddenCardBack) {
  const std::vector<gpu::ListedCard> two{{"GPU-a", "T4"}, {"GPU-b", "T4"}};
  EXPECT_EQ(cards_to_share("", two), Cards{});
  EXPECT_EQ(cards_to_share("1", two), Cards{});
  EXPECT_EQ(cards_to_share("-1", two), Cards{});
}

TEST(CardChoice, TakesTheMachinesCardsWhenTheyAreOfOneModel) {
  EXPECT_EQ(cards_to_share(std::nullopt, {{"GPU-a", "T4"}, {"GPU-b", "T4"}}),
            (Cards{"GPU-a", "GPU-b"}));
  EXPECT_EQ(cards_to_share(std::nullopt, {{"GPU-a", "T4"}, {"GPU-b", "H200"}}), Cards{});
  EXPECT_EQ(cards_to_share(std::nullopt, {{"GPU-a", "T4"}}), Cards{});
  EXPECT_EQ(cards_to_share(std::nullopt, {}), Cards{});
}

TEST(CardChoice, GivesTheCardsInTurn) {
  const Cards cards{"0", "1", "2"};
  EXPECT_EQ(card_for(cards, 0), "0");
  EXPECT_EQ(card_for(cards, 4), "1");
  EXPECT_EQ(card_for({}, 4), "");
}

}  // namespace
}  // namespace bankcheck::cli
