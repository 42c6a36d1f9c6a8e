// Which system calls a child of ours may make, enforced by the kernel (seccomp).
#pragma once

#include <cstdint>
#include <string>

namespace bankcheck::sandbox {

enum class SystemCalls : std::uint8_t {
  /// No filter.
  kAll,
  /// Memory, threads, clocks, and writing to the files that are open. Opening a file fails with
  /// EACCES, because libraries try it and go on without; anything else ends the process.
  kComputing,
  /// Everything but other programs and processes, new connections of sockets, users, mounts, the
  /// system, and files' names: threads, memory, and the files and devices that are there remain,
  /// which is what the CUDA driver needs once a context is open. A socket that is connected stays
  /// usable. Refused with EPERM, in every thread of the process.
  kGpu,
};

/// Whether this build can filter: not without libseccomp, nor with the address sanitizer.
bool can_filter_system_calls();

/// Puts the filter on the calling process for good; for `kComputing` it must have one thread only.
/// The error, or empty. Does nothing for `kAll` and where `can_filter_system_calls()` is false.
std::string filter_system_calls(SystemCalls allowed);

}  // namespace bankcheck::sandbox
