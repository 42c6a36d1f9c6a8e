// What does packed tasks: worker processes on this machine, or a cluster's queue.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace bankcheck::batch {

/// A task that is over, for whatever reason. Results on disk say what it got done.
struct EndedTask {
  int number = 0;
  std::string how;  ///< "exited with status 0", "was killed by signal 9", …
};

/// Not for several threads. The caller asks now and then; nothing waits.
class Executor {
 public:
  virtual ~Executor() = default;

  /// How many more tasks may be started now.
  virtual std::size_t room() = 0;
  /// How many of `waiting` submissions a task should hold.
  virtual std::size_t items_per_task(std::size_t waiting) const = 0;
  /// Starts the task that lies in a file. Errors: nothing of it runs.
  virtual base::Diagnostics start(int number, const std::filesystem::path& task,
                                  std::size_t items) = 0;
  /// No more tasks come for now: what was started since the last call is to run. Errors: nothing of
  /// it runs.
  virtual base::Diagnostics flush() { return {}; }
  /// The tasks that have ended since the last call.
  virtual std::vector<EndedTask> ended() = 0;
  /// What a user should know since the last call: "task 3 is held for two minutes…".
  virtual std::vector<std::string> news() { return {}; }
  /// Ends all tasks and waits until they have ended.
  virtual void cancel() = 0;
};

/// The clock that the scheduler goes by.
class Clock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  virtual ~Clock() = default;
  virtual Time now() = 0;
  virtual void sleep(std::chrono::milliseconds duration) = 0;
};

}  // namespace bankcheck::batch
