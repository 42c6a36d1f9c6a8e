// Gets every submission of a class graded: packs tasks, hands them to an executor, watches results
// come in, and tries again what a machine failed at.
//
// Theory of operation. The results on disk are the only truth. A submission is done when its result
// was made of what it should be (Fingerprint) and is no trouble of ours. When a task ends without
// the results of some of its submissions, its worker was lost, by whichever of them: they go into
// tasks of half the size, so that one that takes its worker along is soon alone; only then does it
// count as an attempt. Trouble that a worker could still write down counts as one at once.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <vector>

#include "batch/class_folder.hpp"
#include "batch/executor.hpp"
#include "batch/task.hpp"

namespace bankcheck::batch {

struct RunRules {
  int attempts = 3;  ///< at each submission, until trouble of ours is believed
  std::chrono::milliseconds poll{100};
  std::chrono::milliseconds pause{1000};  ///< before the second attempt; doubled for each further
};

/// What a run tells while it goes on. Each may be empty.
struct RunHooks {
  /// A submission is done, or given up as trouble.
  std::function<void(const StoredResult&)> on_result;
  std::function<void(const std::string&)> say;  ///< a lost worker, a second attempt
  std::function<void(std::size_t running)> on_tick;
};

class ClassRun {
 public:
  struct World {
    Executor& executor;
    ResultShelf& shelf;
    Clock& clock;
    /// Puts a task where workers find it.
    std::function<base::Result<std::filesystem::path>(int number, const Task&)> place_task;
  };

  ClassRun(GradingSettings settings, std::vector<TaskItem> items, RunRules rules, RunHooks hooks,
           World world);

  /// Until everything is done or `stop` is set; then the tasks that run are cancelled. Errors: no
  /// task could be started at all.
  base::Diagnostics run(const std::atomic<bool>& stop);

 private:
  struct Waiting {
    TaskItem item;
    Clock::Time not_before;
    std::size_t most_together;  ///< in one task
  };
  using Running = std::map<int, std::vector<Waiting>>;

  base::Diagnostics start_tasks();
  base::Diagnostics start_all_tasks();
  base::Diagnostics start_task(std::vector<Waiting> members);
  void put_back(std::vector<Waiting> members);
  std::vector<Waiting> take_ready();
  void collect();
  void collect_ended();
  bool settle(Waiting& waiting, const StoredResult& result);
  void lose(std::vector<Waiting> members, const std::string& how);
  void try_again(Waiting waiting, const std::string& why);
  void give_up(const TaskItem& item, const std::string& why);
  std::size_t running() const;

  GradingSettings settings_;
  RunRules rules_;
  RunHooks hooks_;
  World world_;
  std::vector<Waiting> waiting_;
  Running running_;
  int last_task_ = 0;
  std::vector<int> unflushed_;  ///< tasks that the executor has, and may not have begun
  int failed_starts_ = 0;
};

/// Whether a result is what grading the item now would give.
bool is_current(const StoredResult& result, const TaskItem& item);

/// The result of a submission that no attempt could grade.
StoredResult trouble_result(const TaskItem& item, const std::string& run, const std::string& why);

}  // namespace bankcheck::batch
