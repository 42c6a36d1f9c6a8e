// A program in a process group of its own, with limits, and nothing inherited but its outputs.
//
// Theory of operation. Everything that allocates happens before fork(); between fork() and execve()
// the child makes system calls only, because another thread of ours may have held any lock at the
// moment of the fork. A step that fails is written, as (step, errno), to a pipe that execve()
// closes: end of file means that the program runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sandbox/command.hpp"

namespace bankcheck::sandbox {

struct ChildPlan {
  std::vector<std::string> argv;  ///< argv[0] is an absolute path
  std::vector<std::string> environment;
  std::string working_directory;
  CommandLimits limits;
  /// The user and group to become; only root may ask for it.
  std::optional<unsigned> user;
  /// Whether RLIMIT_NPROC is set. It counts every process of the user, so it makes sense only for a
  /// user who runs nothing else.
  bool limit_processes = false;
  /// Whether the child gets a pipe as file 3, whose text goes to `ChildEnd::status_text`.
  bool status_pipe = false;
};

struct ChildEnd {
  CommandResult result;
  std::string status_text;
};

/// Runs the plan to its end.
ChildEnd run_child(const ChildPlan& plan);

/// Records the end by a signal: `kOutOfLimit` for those that limits send, else `kSignalled`.
void set_signal(int number, CommandResult* result);

}  // namespace bankcheck::sandbox
