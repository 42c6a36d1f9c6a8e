// A row of a job as a worker is told of it.
#pragma once

#include "gpu/gpu_job.hpp"
#include "gpu/launch_image.hpp"
#include "gpu/messages.hpp"

namespace bankcheck::gpu {

WireRow wire_row(const GpuRow& row, const ImageLayout& layout);

}  // namespace bankcheck::gpu
