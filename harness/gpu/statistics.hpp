// Medians, spreads and ratios of measured times: pure functions, tested on numbers worked by hand.
//
// Theory of operation. A card's clock drifts with its temperature, so two rows are compared only
// within one round, where they ran next to each other: ratio = median over the rounds of (row's
// time / baseline's time in the same round). Medians and quartiles are used throughout because the
// noise of a shared machine is one-sided and has outliers. The error of a median is estimated from
// the interquartile range: for normal noise IQR = 1.349 sigma and the median's standard error is
// sqrt(pi/2) sigma / sqrt(n), together 0.929 IQR / sqrt(n).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace bankcheck::gpu {

/// Linear interpolation between closest ranks (the "type 7" of Hyndman and Fan, R's default).
/// `sorted` ascending and not empty; `fraction` in [0, 1].
double quantile(std::span<const double> sorted, double fraction);

struct Spread {
  std::size_t count = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;

  double interquartile() const { return upper_quartile - lower_quartile; }
};

/// All zero for no values.
Spread spread(std::span<const double> values);

/// Standard error of the median divided by the median. Infinite below two values or when the median
/// is not positive: nothing is known then.
double relative_error(const Spread& spread);

/// A row's times, one entry a round; `nullopt` where the round has none.
using RoundTimes = std::vector<std::optional<double>>;

/// row / baseline for every round that has both.
std::vector<double> ratios_within_rounds(const RoundTimes& row, const RoundTimes& baseline);

/// The times that are there.
std::vector<double> present(const RoundTimes& times);

/// Whether the last `window` of `times` lie within `tolerance` (a fraction) of their median.
bool is_stable(std::span<const double> times, std::size_t window, double tolerance);

/// How many launches one sample needs so that it lasts `wanted_ms`; from 1 to `limit`.
int launches_per_sample(double launch_ms, double wanted_ms, int limit);

/// Wavefronts that one multiprocessor served in a clock cycle; its shared-memory pipe can do 1.
/// `nullopt` when the time or the clock is not known.
std::optional<double> wavefronts_per_cycle(double wavefronts, double time_ms, int multiprocessors,
                                           double clock_mhz);

/// `nullopt` when `bytes` is 0 or the time is not known.
std::optional<double> gigabytes_per_second(double bytes, double time_ms);

}  // namespace bankcheck::gpu
