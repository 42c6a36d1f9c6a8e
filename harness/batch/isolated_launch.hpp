// One launch on the simulator in a process of its own: what `isolated_rows` is for a submission.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "base/launch.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::batch {

struct IsolatedLaunch {
  enum class Status : std::uint8_t {
    kRan,         ///< `result` is there
    kUnreadable,  ///< not PTX that the simulator knows
    kRefused,     ///< the kernel is not there, or the arguments do not fit
    kStopped,     ///< by the user
    kTrouble,     ///< ours: the process failed
  };
  Status status = Status::kTrouble;
  base::Diagnostics errors;  ///< of every status but kRan and kStopped
  sim::LaunchResult result;
  /// The shared loads as ptxas is expected to join them (see sim/load_merging.hpp); nothing where
  /// it leaves them as they are, or where the launch did not end well.
  std::optional<base::AccessCounts> joined_loads;
};

/// Parses `ptx` and runs the launch, whose buffers receive what the kernel leaves. `name` is how
/// errors call the PTX. Of `options`, `stop` is watched here.
IsolatedLaunch run_isolated(const std::string& ptx, const std::string& name, base::Launch& launch,
                            const sim::Options& options);

}  // namespace bankcheck::batch
