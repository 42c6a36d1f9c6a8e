// Hardware counters of shared memory, read by Nsight Compute where the driver permits it.
//
// Theory of operation. ncu starts this program again (see profiled_run.hpp) and watches one launch
// of each row. It leaves the clocks alone (--clock-control none). What it prints as CSV is read by
// the names of its columns, one launch after the other in the order of the rows.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/run_record.hpp"
#include "gpu/gpu_job.hpp"
#include "sandbox/child.hpp"

namespace bankcheck::gpu {

struct CounterTools {
  std::string ncu;      ///< absolute path
  std::string program;  ///< absolute path of this program
  int ordinal = 0;      ///< of the card
  std::vector<std::string> environment;
  /// Runs ncu; `sandbox::run_child` but in tests.
  std::function<sandbox::ChildEnd(const sandbox::ChildPlan&)> run = sandbox::run_child;
};

/// The counters of one launch of each row of `job`, in order; rows must have run without an error
/// before. The diagnostic is one sentence for the header of a report: no permission and what to do
/// about it, or what went wrong with ncu.
base::Result<std::vector<base::HardwareCounters>> read_counters(const CounterTools& tools,
                                                                const GpuJob& job);

/// Whether the driver refused to let counters be read: nobody's mistake, and the run goes on.
bool were_denied(const base::Diagnostics& errors);

/// The counters in what `ncu --csv` printed: one entry for each launch, in its order.
base::Result<std::vector<base::HardwareCounters>> parse_counters(std::string_view output);

}  // namespace bankcheck::gpu
