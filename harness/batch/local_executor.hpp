// Tasks done by worker processes of this machine, one task at a time.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

#include "batch/executor.hpp"

namespace bankcheck::batch {

/// One worker takes all that waits, and keeps all cores busy by itself.
class LocalExecutor : public Executor {
 public:
  /// `command`: what starts a worker, the task's path to be added. `log` gets what workers say.
  LocalExecutor(std::vector<std::string> command, std::filesystem::path log);
  ~LocalExecutor() override;

  std::size_t room() override { return workers_.empty() ? 1 : 0; }
  std::size_t items_per_task(std::size_t waiting) const override { return waiting; }
  base::Diagnostics start(int number, const std::filesystem::path& task,
                          std::size_t items) override;
  std::vector<EndedTask> ended() override;
  void cancel() override;

 private:
  std::vector<std::string> command_;
  std::filesystem::path log_;
  std::map<int, pid_t> workers_;
};

}  // namespace bankcheck::batch
