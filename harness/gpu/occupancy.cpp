#include "gpu/occupancy.hpp"

#ifdef BANKCHECK_HAVE_OCCUPANCY
#include <algorithm>
#include <array>
#include <climits>

#include <cuda_occupancy.h>
#endif

namespace bankcheck::gpu {

#ifdef BANKCHECK_HAVE_OCCUPANCY

namespace {

struct Multiprocessor {
  const char* architecture;
  int major;
  int minor;
  int threads;
  std::size_t shared_kib;
  std::size_t shared_kib_of_a_block;
  std::size_t reserved_bytes;  ///< of shared memory, by the system, for each block
};

// clang-format off
constexpr std::array kMultiprocessors = {
    Multiprocessor{"7.0",  7, 0, 2048,  96,  96,    0},
    Multiprocessor{"7.5",  7, 5, 1024,  64,  64,    0},
    Multiprocessor{"8.0",  8, 0, 2048, 164, 163, 1024},
    Multiprocessor{"8.6",  8, 6, 1536, 100,  99, 1024},
    Multiprocessor{"8.7",  8, 7, 1536, 164, 163, 1024},
    Multiprocessor{"8.9",  8, 9, 1536, 100,  99, 1024},
    Multiprocessor{"9.0",  9, 0, 2048, 228, 227, 1024},
    Multiprocessor{"10.0", 10, 0, 2048, 228, 227, 1024},
    Multiprocessor{"12.0", 12, 0, 1536, 100,  99, 1024},
};
// clang-format on

constexpr int kRegisters = 65536;
constexpr std::size_t kKiB = 1024;

cudaOccDeviceProp properties_of(const Multiprocessor& multiprocessor) {
  cudaOccDeviceProp properties;
  properties.computeMajor = multiprocessor.major;
  properties.computeMinor = multiprocessor.minor;
  properties.maxThreadsPerBlock = 1024;
  properties.maxThreadsPerMultiprocessor = multiprocessor.threads;
  properties.regsPerBlock = kRegisters;
  properties.regsPerMultiprocessor = kRegisters;
  properties.warpSize = 32;
  properties.sharedMemPerBlock = 48 * kKiB;
  properties.sharedMemPerMultiprocessor = multiprocessor.shared_kib * kKiB;
  properties.numSms = 1;
  properties.sharedMemPerBlockOptin = multiprocessor.shared_kib_of_a_block * kKiB;
  properties.reservedSharedMemPerBlock = multiprocessor.reserved_bytes;
  return properties;
}

cudaOccFuncAttributes attributes_of(const BlockNeeds& needs) {
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = 1024;
  attributes.numRegs = needs.registers;
  attributes.sharedSizeBytes = needs.static_shared_bytes;
  attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = needs.dynamic_shared_bytes;
  attributes.numBlockBarriers = 1;
  return attributes;
}

}  // namespace

bool has_occupancy_rules() { return true; }

std::optional<base::Occupancy> occupancy(const std::string& architecture, const BlockNeeds& needs) {
  const auto* multiprocessor =
      std::find_if(kMultiprocessors.begin(), kMultiprocessors.end(),
                   [&](const Multiprocessor& each) { return architecture == each.architecture; });
  if (multiprocessor == kMultiprocessors.end()) return std::nullopt;
  const cudaOccDeviceProp properties = properties_of(*multiprocessor);
  const cudaOccFuncAttributes attributes = attributes_of(needs);
  const cudaOccDeviceState state;
  cudaOccResult result{};
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &properties, &attributes, &state, needs.threads, needs.dynamic_shared_bytes);
  if (error != CUDA_OCC_SUCCESS || result.activeBlocksPerMultiprocessor < 1) return std::nullopt;
  // What a kernel does not use limits nothing: the header says INT_MAX, or the slots.
  const auto limit = [&](int blocks) { return std::min(blocks, result.blockLimitBlocks); };
  return base::Occupancy{architecture,
                         result.activeBlocksPerMultiprocessor,
                         result.blockLimitWarps,
                         limit(result.blockLimitRegs),
                         limit(result.blockLimitSharedMem),
                         result.blockLimitBlocks};
}

#else

bool has_occupancy_rules() { return false; }

std::optional<base::Occupancy> occupancy(const std::string&, const BlockNeeds&) {
  return std::nullopt;
}

#endif

}  // namespace bankcheck::gpu
