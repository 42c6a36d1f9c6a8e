#include "gpu/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bankcheck::gpu {
namespace {

constexpr double kMedianErrorPerInterquartile = 0.929;  // sqrt(pi / 2) / 1.349

}  // namespace

double quantile(std::span<const double> sorted, double fraction) {
  const double rank = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], rank - static_cast<double>(below));
}

Spread spread(std::span<const double> values) {
  if (values.empty()) return {};
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return {sorted.size(), quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)};
}

double relative_error(const Spread& spread) {
  if (spread.count < 2 || !(spread.median > 0)) return std::numeric_limits<double>::infinity();
  return kMedianErrorPerInterquartile * spread.interquartile() /
         std::sqrt(static_cast<double>(spread.count)) / spread.median;
}

std::vector<double> ratios_within_rounds(const RoundTimes& row, const RoundTimes& baseline) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < std::min(row.size(), baseline.size()); ++round) {
    if (row[round] && baseline[round] && *baseline[round] > 0) {
      ratios.push_back(*row[round] / *baseline[round]);
    }
  }
  return ratios;
}

std::vector<double> present(const RoundTimes& times) {
  std::vector<double> values;
  for (const std::optional<double>& time : times) {
    if (time) values.push_back(*time);
  }
  return values;
}

bool is_stable(std::span<const double> times, std::size_t window, double tolerance) {
  if (window == 0 || times.size() < window) return false;
  const std::span<const double> last = times.last(window);
  const double median = spread(last).median;
  return std::all_of(last.begin(), last.end(),
                     [&](double time) { return std::abs(time - median) <= tolerance * median; });
}

int launches_per_sample(double launch_ms, double wanted_ms, int limit) {
  if (!(launch_ms > 0)) return 1;
  const double needed = std::ceil(wanted_ms / launch_ms);
  return static_cast<int>(std::clamp(needed, 1.0, static_cast<double>(limit)));
}

std::optional<double> wavefronts_per_cycle(double wavefronts, double time_ms, int multiprocessors,
                                           double clock_mhz) {
  const double cycles = time_ms * clock_mhz * 1e3;
  if (!(cycles > 0) || multiprocessors <= 0) return std::nullopt;
  return wavefronts / cycles / multiprocessors;
}

std::optional<double> gigabytes_per_second(double bytes, double time_ms) {
  if (!(bytes > 0) || !(time_ms > 0)) return std::nullopt;
  return bytes / (time_ms * 1e6);
}

}  // namespace bankcheck::gpu
