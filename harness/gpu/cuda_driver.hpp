// The real CUDA driver: libcuda.so.1, opened at run time, so that one binary runs with and without.
#pragma once

#include <memory>

#include "base/result.hpp"
#include "gpu/driver.hpp"

namespace bankcheck::gpu {

/// The diagnostic says why there is none: no library (no NVIDIA driver), or one too old.
base::Result<std::unique_ptr<Driver>> open_cuda_driver();

}  // namespace bankcheck::gpu
