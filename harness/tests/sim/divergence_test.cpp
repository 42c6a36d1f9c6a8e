// Lanes that go different ways: recursion, and groups with member masks of their own.
#include <gtest/gtest.h>

#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

using base::ElementType;
using base::RowOutcome;

Program load(const std::string& name) {
  return program_of(read_text(BANKCHECK_TEST_DATA "/ptx/" + name + ".ptx"));
}

void run_well(LaunchBuilder& launch, const Program& program) {
  const LaunchResult result = launch.run(program);
  EXPECT_EQ(result.outcome, RowOutcome::kOk) << result.outcome_text;
  EXPECT_TRUE(result.hazards.empty()) << result.hazards.front().text;
}

int number(std::size_t i) { return static_cast<int>(i); }

TEST(Divergence, EachLaneOfARecursionGoesAsDeepAsItsOwnArgument) {
  constexpr int kFibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
  LaunchBuilder launch("recursion", {1, 1, 1}, {32, 1, 1});
  launch.zeros(ElementType::kI32, 32);
  run_well(launch, load("functions"));
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(launch.element(0, i), kFibonacci[i % 12]) << i;
}

TEST(Divergence, TilesOfAWarpVoteAndAddAmongThemselves) {
  LaunchBuilder launch("votes_of_tiles", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kI32, 32, number).zeros(ElementType::kU32, 192);
  run_well(launch, load("warp_groups"));
  for (std::size_t lane = 0; lane < 32; ++lane) {
    const std::size_t first = lane / 8 * 8;
    EXPECT_EQ(launch.element(1, lane), static_cast<double>(0xaaull << first)) << lane;
    EXPECT_EQ(launch.element(1, 32 + lane), lane >= 24) << lane;
    EXPECT_EQ(launch.element(1, 64 + lane), lane < 24) << lane;
    EXPECT_EQ(launch.element(1, 96 + lane), static_cast<double>(8 * first + 28)) << lane;
    const std::uint64_t alike = lane % 2 == 0 ? 0x55 : 0xaa;
    EXPECT_EQ(launch.element(1, 128 + lane), static_cast<double>(alike << first)) << lane;
    EXPECT_EQ(launch.element(1, 160 + lane), static_cast<double>(lane ^ 1)) << lane;
  }
}

TEST(Divergence, LanesWithTheSameLabelAreAGroupWhereverTheyAre) {
  LaunchBuilder launch("sums_of_labels", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kI32, 32, [](std::size_t i) { return i * i % 5; })
      .zeros(ElementType::kU32, 32);
  run_well(launch, load("warp_groups"));
  // Squares mod 5 of 0 to 31: seven 0s, thirteen 1s, twelve 4s.
  for (std::size_t i = 0; i < 32; ++i) {
    const int label = static_cast<int>(i * i % 5);
    EXPECT_EQ(launch.element(1, i), label == 0 ? 7 : label == 1 ? 13 : 12) << i;
  }
}

TEST(Divergence, AGroupWaitsForItsLanesOnTheOtherSideOfABranch) {
  LaunchBuilder launch("groups_across_a_branch", {1, 1, 1}, {32, 1, 1});
  launch.zeros(ElementType::kU32, 64);
  run_well(launch, load("warp_groups"));
  for (std::size_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(launch.element(0, lane), static_cast<double>(lane / 2 * 4 + 21)) << lane;
  }
}

}  // namespace
}  // namespace bankcheck::sim
