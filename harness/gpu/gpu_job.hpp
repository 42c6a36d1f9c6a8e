// What the engine asks a GPU to do, and how long it may take to be sure of a ratio.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "base/launch_source.hpp"

namespace bankcheck::gpu {

struct GpuRow {
  std::string label;
  std::shared_ptr<const std::string> code;  ///< a cubin for the card, or PTX (29 ms more a row)
  std::string entry;                        ///< the kernel's mangled name
  base::Launch launch;                      ///< its shape: what the buffers hold does not matter
  base::LaunchSource source;                ///< makes launches of that shape
  /// Bytes of global memory that the kernel has to move, where the rubric says so; else 0.
  double useful_bytes = 0;
};

struct TimingOptions {
  bool wanted = true;           ///< false: rows are run and checked only
  double target_error = 0.005;  ///< of every ratio: where measuring stops
  double noise_limit = 0.03;    ///< a ratio whose error is larger at the end is inconclusive
  int minimum_rounds = 16;
  int maximum_rounds = 400;
  double time_limit_ms = 2000;  ///< of the rounds together, once there are `minimum_rounds`
  double patience_ms = 8000;    ///< of the rounds together, however few there are
  double warm_up_limit_ms = 500;
  double sample_ms = 0.6;         ///< launches are repeated until a sample lasts this long
  int sample_limit = 128;         ///< launches of one sample, at most
  double short_launch_ms = 0.05;  ///< below this a report says that launches are timed together
  /// Below this a launch's own cost decides more than the kernel does, and no ratio is trusted.
  double shortest_launch_ms = 0.008;
  bool gate = true;  ///< see worker.hpp; off under a profiler, which runs kernels one by one
};

struct GpuJob {
  std::vector<GpuRow> rows;
  std::string baseline;     ///< label of the row that ratios divide by
  double row_seconds = 20;  ///< a launch that runs longer has timed out
  /// What a sample may take beside its kernels: copies of the largest images, a busy machine.
  double grace_seconds = 10;
  TimingOptions timing;
  unsigned threads = 4;  ///< that prepare and verify launches beside the card
  std::size_t arena_limit_bytes = std::size_t{1536} << 20;
  std::function<bool()> is_cancelled;  ///< asked now and then; may be empty
  /// Whether it is known by now, without the card, that a row ends badly: then it is not run any
  /// further, and its record stays kNotRun. Asked now and then; may be empty.
  std::function<bool(std::size_t row)> is_hopeless;
};

}  // namespace bankcheck::gpu
