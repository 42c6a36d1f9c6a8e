// Ratios of the probe on a real card, and what a whole run costs.
#include <chrono>
#include <cstdio>

#include "card_fixture.hpp"
#include "gpu/card_monitor.hpp"

namespace bankcheck::card {
namespace {

using TimingOnCard = OnCard;

TEST_F(TimingOnCard, RatiosFollowTheDegreesOfTheStrides) {
  const auto begin = std::chrono::steady_clock::now();
  const auto rows = run(honest_sweep({1, 2, 3, 4, 8, 16, 32, 33}));
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begin;
  std::printf("%sworker start to result, 8 rows: %.0f ms\n", table(rows).c_str(), wall.count());
  const struct {
    double low, high;
  } expected[] = {{1, 1},   {1.2, 2.1}, {0.9, 1.1}, {2, 4.1},
                  {4, 8.2}, {8, 16.4},  {15, 33},   {0.9, 1.1}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_TRUE(rows[i].timing) << rows[i].outcome_text;
    EXPECT_TRUE(rows[i].timing->conclusive) << rows[i].timing->note;
    EXPECT_GE(rows[i].timing->ratio, expected[i].low) << rows[i].label;
    EXPECT_LE(rows[i].timing->ratio, expected[i].high) << rows[i].label;
  }
}

TEST_F(TimingOnCard, TheGateChangesNoRatioOfALongLaunch) {
  gpu::GpuJob job = honest_sweep({1, 32}, 2112);
  const auto gated = run(job);
  job.timing.gate = false;
  const auto open = run(job);
  std::printf("gated\n%sopen\n%s", table(gated).c_str(), table(open).c_str());
  EXPECT_NEAR(gated[1].timing->ratio / open[1].timing->ratio, 1, 0.1);
}

TEST_F(TimingOnCard, ALaunchOfOneBlockIsTooShort) {
  const auto rows = run(honest_sweep({1, 2}, 1));
  ASSERT_TRUE(rows[1].timing);
  EXPECT_GT(rows[1].timing->launches_per_sample, 1);
  EXPECT_NE(rows[1].timing->note, "");
  std::printf("%s", table(rows).c_str());
}

TEST_F(TimingOnCard, TheMonitorKnowsTheCard) {
  const auto state = gpu::read_card_state(the_card().value().uuid);
  ASSERT_TRUE(state) << state.errors().front().text;
  EXPECT_GT(state.value().sm_clock_mhz.value_or(0), 0u);
  EXPECT_GE(state.value().sm_clock_limit_mhz.value_or(0), state.value().sm_clock_mhz.value_or(0));
  EXPECT_FALSE(state.value().driver_version.empty());
}

}  // namespace
}  // namespace bankcheck::card
