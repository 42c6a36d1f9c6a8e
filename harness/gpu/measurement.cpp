#include "gpu/measurement.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace bankcheck::gpu {
namespace {

/// What decides whether a row is known well enough: its ratio, or its time when there is none.
Spread deciding_spread(const RoundTimes& row, const RoundTimes* baseline) {
  return spread(baseline != nullptr ? ratios_within_rounds(row, *baseline) : present(row));
}

bool is_known(const Spread& spread, const TimingOptions& options) {
  return spread.count >= static_cast<std::size_t>(options.minimum_rounds) &&
         relative_error(spread) <= options.target_error;
}

std::string noise_note(double error, std::size_t rounds) {
  return fmt::format(
      "too noisy: known to {:.1f} % only after {} rounds; is something else using the GPU?",
      100 * error, rounds);
}

/// `shortest_ms`: the row's launch or the baseline's, whichever is shorter.
void judge(const Spread& spread, double shortest_ms, const TimingOptions& options,
           base::Timing* timing) {
  const double error = relative_error(spread);
  if (spread.count == 0) {
    timing->conclusive = false;
    timing->note = "not measured";
  } else if (error > options.noise_limit) {
    timing->conclusive = false;
    timing->note = noise_note(error, spread.count);
  } else if (shortest_ms < options.shortest_launch_ms) {
    timing->conclusive = false;
    timing->too_short = true;
    timing->note = fmt::format(
        "too short: a launch takes {:.1f} us, most of it the cost of launching; a larger grid "
        "helps",
        1000 * shortest_ms);
  } else if (timing->launches_per_sample > 1 && shortest_ms < options.short_launch_ms) {
    timing->note =
        fmt::format("launches are short, so {} are timed together", timing->launches_per_sample);
  }
}

}  // namespace

bool is_settled(const Measured& measured, const TimingOptions& options) {
  const bool rows_known =
      std::all_of(measured.rows.begin(), measured.rows.end(), [&](const RoundTimes* row) {
        return is_known(deciding_spread(*row, measured.baseline), options);
      });
  if (!measured.rows.empty() || measured.baseline == nullptr) return rows_known;
  return is_known(deciding_spread(*measured.baseline, nullptr), options);
}

base::Timing summarise(const RoundTimes& row, const RoundTimes* baseline, double useful_bytes,
                       int launches_per_sample, const TimingOptions& options) {
  const Spread times = spread(present(row));
  base::Timing timing;
  timing.median_ms = times.median;
  timing.interquartile_ms = times.interquartile();
  timing.rounds = static_cast<int>(times.count);
  timing.launches_per_sample = launches_per_sample;
  timing.gigabytes_per_second = gigabytes_per_second(useful_bytes, times.median);
  double shortest_ms = times.median;
  if (baseline != nullptr) {
    shortest_ms = std::min(shortest_ms, spread(present(*baseline)).median);
    const Spread ratios = spread(ratios_within_rounds(row, *baseline));
    timing.ratio = ratios.median;
    timing.ratio_interquartile = ratios.interquartile();
  }
  const bool is_baseline = baseline == &row;
  judge(deciding_spread(row, is_baseline ? nullptr : baseline), shortest_ms, options, &timing);
  return timing;
}

}  // namespace bankcheck::gpu
