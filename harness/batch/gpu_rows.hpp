// The rows of a submission as a GPU is asked to run them.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "batch/row_device.hpp"
#include "gpu/gpu_job.hpp"

namespace bankcheck::batch {

/// One planned row. `job` must outlive the result, whose launches are made from the job's rubric.
/// Fails when the kernel is not in the code, or for the rubric's reasons.
base::Result<gpu::GpuRow> gpu_row(const RowJob& job, const rubric::RowSpec& row,
                                  const std::shared_ptr<const std::string>& cubin,
                                  int multiprocessors);

/// Mangled names of the kernels in the cubin whose source name is `name`.
std::vector<std::string> entries_of(const compile::CompiledCode& code, const std::string& name);

}  // namespace bankcheck::batch
