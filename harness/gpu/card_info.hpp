// What a card is, as the driver describes it.
#pragma once

#include <cstdint>
#include <string>

namespace bankcheck::gpu {

struct CardInfo {
  std::string name;  ///< "NVIDIA H200"
  std::string uuid;  ///< "GPU-8f4c…", as NVML and nvidia-smi spell it
  int compute_major = 0;
  int compute_minor = 0;
  int multiprocessors = 0;
  int driver_version = 0;  ///< of the CUDA interface: 13000 is 13.0
  std::uint64_t memory_bytes = 0;
  int shared_bytes_per_block = 0;         ///< static limit
  int shared_bytes_per_block_opt_in = 0;  ///< dynamic limit
  /// A kernel can reach the whole memory of its host process (HMM, ATS): see worker.hpp.
  bool reaches_host_memory = false;

  /// "90" for compute capability 9.0, as nvcc's sm_90.
  std::string architecture() const;
  /// "NVIDIA H200, compute capability 9.0, 132 SMs, CUDA driver 13.0".
  std::string description() const;
};

/// The sixteen bytes of a UUID as "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".
std::string format_uuid(const unsigned char (&bytes)[16]);

}  // namespace bankcheck::gpu
