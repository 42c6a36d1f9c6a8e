// What a batch asks of Slurm.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace bankcheck::batch {

/// Tasks that go into the queue together, as one job array; a task's index counts from 0.
struct SlurmArray {
  std::vector<std::string> tasks;  ///< absolute paths of the task files
  double seconds = 0;              ///< the most that any of them may take
};

/// A task as the queue lists it. Ended ones are listed for some minutes.
struct SlurmTask {
  std::string job;  ///< of the array
  int index = 0;
  std::string state;   ///< `PENDING`, `RUNNING`, `NODE_FAIL`, …
  std::string reason;  ///< why it waits, or how it failed: `Resources`, `BeginTime`, …
  std::string start;   ///< when it started or will, as Slurm writes times; `N/A`
  std::string node;

  /// As Slurm's commands take it: `17_3`.
  std::string id() const { return job + "_" + std::to_string(index); }
};

class SlurmCommands {
 public:
  virtual ~SlurmCommands() = default;

  /// Returns the array's job number. Errors: nothing of it is in the queue.
  virtual base::Result<std::string> submit(const SlurmArray& array) = 0;
  /// All tasks of this class's folder, those of an earlier batch too.
  virtual base::Result<std::vector<SlurmTask>> queue() = 0;
  /// Lets a task that waits for its time start at once. False when that is not allowed.
  virtual bool start_now(const std::string& id) = 0;
  /// Lets a task go that Slurm holds. False when that is not allowed.
  virtual bool release(const std::string& id) = 0;
  virtual void cancel(const std::vector<std::string>& ids) = 0;
};

}  // namespace bankcheck::batch
