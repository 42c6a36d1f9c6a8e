// How far a process has confined itself, as the kernel tells.
#pragma once

#include <optional>

#include <sys/types.h>

namespace bankcheck::sandbox {

/// The system call filters on each thread of a process at least (proc(5), Seccomp_filters). None
/// where the kernel does not say: before Linux 5.9, or when the process is gone.
std::optional<int> filters_on(pid_t process);

}  // namespace bankcheck::sandbox
