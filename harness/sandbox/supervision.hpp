// Watching a child until it ends or its time is over, and taking what it writes meanwhile.
//
// Theory of operation. The end is learnt through a pidfd, so that no SIGCHLD handler is needed and
// several threads can watch children at once. Then the child's whole process group is killed,
// before its leader is reaped: as long as the leader is a zombie, the group's number cannot be
// anybody else's. What is still in the pipes is read for a moment; a process that left the group
// might hold them open for ever.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "sandbox/file_descriptor.hpp"

namespace bankcheck::sandbox {

/// The reading end of a pipe from the child. `take` returns false when it wants no more: then the
/// child is killed.
struct WatchedPipe {
  FileDescriptor file;
  std::function<bool(std::string_view)> take;
};

struct Ending {
  int wait_status = 0;     ///< as of waitpid()
  bool reaped = false;     ///< false: somebody else took the status (SIGCHLD is ignored)
  bool timed_out = false;  ///< killed at the end of its time
  bool refused = false;    ///< killed because a `take` wanted no more
  bool stopped = false;    ///< killed because `stop` was set
  double wall_seconds = 0;
};

/// `pid` leads a process group of its own. `stop` may be null; when it becomes true the child is
/// killed.
Ending supervise(pid_t pid, std::vector<WatchedPipe> pipes, double wall_seconds,
                 const std::atomic<bool>* stop = nullptr);

}  // namespace bankcheck::sandbox
