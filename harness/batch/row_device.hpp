// What runs the rows of a submission: the simulator, or a GPU.
#pragma once

#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "base/run_record.hpp"
#include "checks/row_plan.hpp"
#include "compile/compiler.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::batch {

/// The compiled rows of one submission.
struct RowJob {
  const rubric::Rubric& rubric;
  const std::vector<checks::RowPlan>& rows;
  const compile::CompiledCode& code;
  std::string submission_hash;
};

/// Whether the code has an `extern __shared__` array. Only then do its kernels get the rubric's
/// dynamic shared memory: for others it would be room that nobody asked for, between their last
/// array and the end of shared memory.
inline bool declares_dynamic_shared(const compile::CompiledCode& code) {
  return code.ptx.find(".extern .shared") != std::string::npos;
}

/// What a device has to say of a run as a whole.
struct RunRemarks {
  std::vector<std::string> notes;  ///< "the code reads the clock at line 14"
  bool counters_denied = false;    ///< see base::RunRecord
};

class RowDevice {
 public:
  virtual ~RowDevice() = default;

  virtual base::DeviceInfo info() const = 0;
  /// The compute capability to compile for, without the dot, and whether a cubin is wanted.
  virtual std::string architecture() const = 0;
  virtual bool wants_cubin() const = 0;

  /// Fills `records`, which start as begin_record() of the job's rows, each with its outcome. What
  /// the kernel does wrong is an outcome, never an exception. Rows that have not begun when `stop`
  /// is set stay kNotRun.
  virtual RunRemarks run(const RowJob& job, std::span<base::RowRecord> records,
                         const std::atomic<bool>& stop) = 0;
};

}  // namespace bankcheck::batch
