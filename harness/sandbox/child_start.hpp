// The fork, the child's preparations and the execve of `run_child`.
#pragma once

#include <string>

#include <sys/types.h>

#include "sandbox/child.hpp"
#include "sandbox/file_descriptor.hpp"

namespace bankcheck::sandbox {

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

/// Both ends are close-on-exec. False with errno.
bool open_pipe(Pipe* pipe);

struct StartedChild {
  pid_t pid = -1;
  FileDescriptor output;
  FileDescriptor error_output;
  FileDescriptor status;  ///< closed when the plan asked for none
  std::string trouble;    ///< why nothing runs; empty when it does
};

StartedChild start_child(const ChildPlan& plan);

/// Closes every file of the calling process from `first` on. Safe between fork() and execve().
void close_files_from(int first);
/// Sets the limits that hold for one process. Safe between fork() and execve(); false with errno.
bool set_process_limits(const CommandLimits& limits, bool limit_processes);
/// Default action for every signal, none blocked. Safe between fork() and execve().
void reset_signals();

}  // namespace bankcheck::sandbox
