// When the rounds of a measurement may stop, and what they amount to. Pure functions of times.
#pragma once

#include <string>
#include <vector>

#include "base/run_record.hpp"
#include "gpu/gpu_job.hpp"
#include "gpu/statistics.hpp"

namespace bankcheck::gpu {

/// The rows that are still measured; times are per launch. `baseline` is null when its row failed.
struct Measured {
  std::vector<const RoundTimes*> rows;  ///< without the baseline
  const RoundTimes* baseline = nullptr;
};

/// Whether every ratio is known to within the target (without a baseline: every time), after no
/// fewer rounds than asked.
bool is_settled(const Measured& measured, const TimingOptions& options);

/// The timing of one row. `baseline` may be null, and may be the row itself.
base::Timing summarise(const RoundTimes& row, const RoundTimes* baseline, double useful_bytes,
                       int launches_per_sample, const TimingOptions& options);

}  // namespace bankcheck::gpu
