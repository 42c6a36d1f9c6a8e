#include "gpu/measurement.hpp"

#include <gtest/gtest.h>

namespace bankcheck::gpu {
namespace {

RoundTimes repeated(double value, std::size_t rounds) { return RoundTimes(rounds, value); }

/// Half the rounds at `low`, half at `high`.
RoundTimes alternating(double low, double high, std::size_t rounds) {
  RoundTimes times;
  for (std::size_t i = 0; i < rounds; ++i) times.push_back(i % 2 == 0 ? low : high);
  return times;
}

TEST(Measurement, IsNotSettledBeforeTheLeastNumberOfRounds) {
  const TimingOptions options;
  const RoundTimes too_few = repeated(1, 15);
  const RoundTimes enough = repeated(1, 16);
  EXPECT_FALSE(is_settled({{&too_few}, &too_few}, options));
  EXPECT_TRUE(is_settled({{&enough}, &enough}, options));
}

TEST(Measurement, IsSettledOnceEveryRatioIsKnownToTheTarget) {
  TimingOptions options;
  options.target_error = 0.01;
  const RoundTimes baseline = repeated(1, 16);
  const RoundTimes calm = alternating(2.00, 2.04, 16);  // 0.929 * 0.04 / 4 / 2.02 = 0.46 %
  const RoundTimes wild = alternating(2.00, 2.20, 16);  // 0.929 * 0.20 / 4 / 2.10 = 2.2 %
  EXPECT_TRUE(is_settled({{&calm}, &baseline}, options));
  EXPECT_FALSE(is_settled({{&calm, &wild}, &baseline}, options));
}

TEST(Measurement, WithoutABaselineTheTimesThemselvesDecide) {
  const TimingOptions options;
  const RoundTimes calm = repeated(1, 16);
  const RoundTimes wild = alternating(1, 2, 16);
  EXPECT_TRUE(is_settled({{&calm}, nullptr}, options));
  EXPECT_FALSE(is_settled({{&wild}, nullptr}, options));
}

TEST(Measurement, ABaselineAloneSettlesByItsTime) {
  const TimingOptions options;
  const RoundTimes calm = repeated(1, 16);
  const RoundTimes wild = alternating(1, 2, 16);
  EXPECT_TRUE(is_settled({{}, &calm}, options));
  EXPECT_FALSE(is_settled({{}, &wild}, options));
}

TEST(Measurement, ATimingHoldsMediansAndSpreads) {
  const RoundTimes baseline{1.0, 2.0, 1.0, 2.0};
  const RoundTimes row{4.0, 8.0, 4.4, 8.8};
  const base::Timing timing = summarise(row, &baseline, 0, 1, {});
  EXPECT_DOUBLE_EQ(timing.median_ms, 6.2);
  EXPECT_DOUBLE_EQ(timing.ratio, 4.2);
  EXPECT_NEAR(timing.ratio_interquartile, 0.4, 1e-12);
  EXPECT_EQ(timing.rounds, 4);
  EXPECT_FALSE(timing.gigabytes_per_second);
}

TEST(Measurement, ThroughputComesFromTheUsefulBytes) {
  const RoundTimes row = repeated(0.04, 10);
  EXPECT_DOUBLE_EQ(*summarise(row, nullptr, 128e6, 1, {}).gigabytes_per_second, 3200);
}

TEST(Measurement, NoiseIsSaidWithItsSizeAndTheRounds) {
  const RoundTimes baseline = repeated(1, 16);
  const RoundTimes wild = alternating(1, 2, 16);  // 0.929 * 1 / 4 / 1.5 = 15.5 %
  const base::Timing timing = summarise(wild, &baseline, 0, 1, {});
  EXPECT_FALSE(timing.conclusive);
  EXPECT_EQ(timing.note,
            "too noisy: known to 15.5 % only after 16 rounds; is something else using the GPU?");
}

TEST(Measurement, ARatioOverAShortBaselineIsNotTrusted) {
  const RoundTimes baseline = repeated(0.004, 10);
  const RoundTimes row = repeated(0.1, 10);
  EXPECT_FALSE(summarise(row, &baseline, 0, 8, {}).conclusive);
}

TEST(Measurement, ARowWithoutTimesIsNotMeasured) {
  const base::Timing timing = summarise({}, nullptr, 0, 1, {});
  EXPECT_FALSE(timing.conclusive);
  EXPECT_EQ(timing.note, "not measured");
}

}  // namespace
}  // namespace bankcheck::gpu
