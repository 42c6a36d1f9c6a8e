#include "gpu/statistics.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace bankcheck::gpu {
namespace {

TEST(Statistics, QuartilesOfFiveValuesAreTheSecondAndTheFourth) {
  const Spread five = spread(std::vector<double>{50, 10, 40, 20, 30});
  EXPECT_EQ(five.count, 5u);
  EXPECT_DOUBLE_EQ(five.lower_quartile, 20);
  EXPECT_DOUBLE_EQ(five.median, 30);
  EXPECT_DOUBLE_EQ(five.upper_quartile, 40);
  EXPECT_DOUBLE_EQ(five.interquartile(), 20);
}

TEST(Statistics, QuartilesOfFourValuesLieBetweenTheRanks) {
  // Ranks 0.75, 1.5 and 2.25 of 1 2 4 8: 1.75, 3 and 5.
  const Spread four = spread(std::vector<double>{8, 1, 4, 2});
  EXPECT_DOUBLE_EQ(four.lower_quartile, 1.75);
  EXPECT_DOUBLE_EQ(four.median, 3);
  EXPECT_DOUBLE_EQ(four.upper_quartile, 5);
}

TEST(Statistics, OneValueIsItsOwnQuartilesAndNothingHasNone) {
  EXPECT_DOUBLE_EQ(spread(std::vector<double>{7}).upper_quartile, 7);
  EXPECT_EQ(spread({}).count, 0u);
  EXPECT_DOUBLE_EQ(spread({}).median, 0);
}

TEST(Statistics, AnOutlierMovesNeitherMedianNorError) {
  const Spread calm = spread(std::vector<double>{10, 20, 30, 40, 50});
  const Spread wild = spread(std::vector<double>{10, 20, 30, 40, 5000});
  EXPECT_DOUBLE_EQ(calm.median, wild.median);
  EXPECT_DOUBLE_EQ(relative_error(calm), relative_error(wild));
}

TEST(Statistics, ErrorOfAMedianShrinksWithTheRootOfTheCount) {
  // 0.929 * 4 / sqrt(16) / 100 = 0.00929
  EXPECT_NEAR(relative_error({16, 98, 100, 102}), 0.00929, 1e-12);
  EXPECT_NEAR(relative_error({64, 98, 100, 102}), 0.004645, 1e-12);
  EXPECT_DOUBLE_EQ(relative_error({5, 3, 3, 3}), 0);
}

TEST(Statistics, NothingIsKnownFromOneValueOrAZeroMedian) {
  EXPECT_TRUE(std::isinf(relative_error({1, 3, 3, 3})));
  EXPECT_TRUE(std::isinf(relative_error({9, 0, 0, 0})));
}

TEST(Statistics, RatiosAreTakenWithinARoundSoThatDriftCancels) {
  const RoundTimes baseline{1.0, 2.0, 4.0};
  const RoundTimes row{3.0, 6.0, 12.0};
  EXPECT_EQ(ratios_within_rounds(row, baseline), (std::vector<double>{3, 3, 3}));
}

TEST(Statistics, RoundsThatLackEitherTimeAreLeftOut) {
  const RoundTimes baseline{1.0, std::nullopt, 2.0, 5.0};
  const RoundTimes row{2.0, 4.0, std::nullopt, 20.0, 9.0};
  EXPECT_EQ(ratios_within_rounds(row, baseline), (std::vector<double>{2, 4}));
  EXPECT_EQ(present(row), (std::vector<double>{2, 4, 20, 9}));
}

TEST(Statistics, TimesAreStableOnceTheLastOnesAgree) {
  const std::vector<double> times{9, 5, 2.00, 2.02, 1.99, 2.01};
  EXPECT_TRUE(is_stable(times, 4, 0.02));
  EXPECT_FALSE(is_stable(times, 5, 0.02));
  EXPECT_FALSE(is_stable(times, 4, 0.001));
  EXPECT_FALSE(is_stable(std::vector<double>{2, 2}, 4, 0.02));
}

TEST(Statistics, ShortLaunchesAreRepeatedUntilTheSampleIsLongEnough) {
  EXPECT_EQ(launches_per_sample(0.5, 0.04, 16), 1);
  EXPECT_EQ(launches_per_sample(0.04, 0.04, 16), 1);
  EXPECT_EQ(launches_per_sample(0.015, 0.04, 16), 3);
  EXPECT_EQ(launches_per_sample(0.0001, 0.04, 16), 16);
  EXPECT_EQ(launches_per_sample(0, 0.04, 16), 1);
}

TEST(Statistics, WavefrontsPerCycleCountEveryMultiprocessor) {
  // 132 SMs at 1980 MHz for 0.05 ms: 99,000 cycles each.
  EXPECT_NEAR(*wavefronts_per_cycle(132 * 99'000 * 0.87, 0.05, 132, 1980), 0.87, 1e-12);
  EXPECT_FALSE(wavefronts_per_cycle(1, 0, 132, 1980));
  EXPECT_FALSE(wavefronts_per_cycle(1, 1, 132, 0));
}

TEST(Statistics, ACopyOf128MegabytesIn40MicrosecondsIs3200GigabytesASecond) {
  EXPECT_DOUBLE_EQ(*gigabytes_per_second(128e6, 0.04), 3200);
  EXPECT_FALSE(gigabytes_per_second(0, 0.04));
}

}  // namespace
}  // namespace bankcheck::gpu
