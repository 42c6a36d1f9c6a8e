// Functions of ours that run side by side, each in a child process of its own.
//
// Theory of operation. A child is a fork of this process, which must have one thread: it has what
// the parent prepared (the rubric, the toolchain) and costs milliseconds, and whatever becomes of
// it, a crash or the kernel's killer of memory hogs, ends with it. It holds the write end of a pipe
// until it is gone, which wakes the parent. When the parent dies the child is killed.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/file_descriptor.hpp"

namespace bankcheck::batch {

class ProcessPool {
 public:
  /// How a child ended; empty for one that returned.
  using OnEnd = std::function<void(const std::string& trouble)>;

  explicit ProcessPool(unsigned size) : size_(size == 0 ? 1 : size) {}
  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;
  /// Kills what still runs.
  ~ProcessPool();

  bool has_room() const { return children_.size() < size_; }
  bool is_empty() const { return children_.empty(); }
  /// Runs `body` in a child for at most `seconds`; then it is killed.
  void start(const std::function<void()>& body, double seconds, OnEnd on_end);
  /// Waits until a child ends, or for `patience`.
  void wait(std::chrono::milliseconds patience);
  /// Kills all children, without a word to anybody.
  void kill_all();

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Child {
    pid_t process = -1;
    base::FileDescriptor alive;
    Time deadline;
    bool timed_out = false;
    OnEnd on_end;
  };

  void reap(Child& child);

  unsigned size_;
  std::vector<Child> children_;
};

/// "exited with status 1", "was killed by signal 9 (Killed)".
std::string ending_text(int wait_status);

}  // namespace bankcheck::batch
