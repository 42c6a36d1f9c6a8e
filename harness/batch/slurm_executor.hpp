// Tasks done by a cluster, through Slurm's queue.
//
// Theory of operation. What is started together goes into the queue as one job array, with
// --requeue: when a node dies Slurm itself gives its tasks to other nodes, and a task that is done
// twice does no harm. Results on disk say what is done; the queue is asked only to learn of tasks
// that end without them, and the less often the longer it takes to answer.
//   A task that is put back is held for some minutes, because Slurm cannot know that its node is
// gone for good. It is asked to start at once, which users may for jobs of their own. A task that
// loses its node again and again is taken out of the queue: the scheduler then halves it.
//   A task counts as ended when two looks at the queue say so, and before that is told the folder
//   of
// the results is read: a network file system may show a new file late, but not to one who reads its
// folder.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "batch/executor.hpp"
#include "batch/slurm_commands.hpp"

namespace bankcheck::batch {

struct SlurmRules {
  std::size_t most_tasks = 64;      ///< in the queue at once
  std::size_t items_per_task = 0;   ///< 0: by the size of the class
  unsigned jobs = 1;                ///< submissions at once in a task
  double most_item_seconds = 600;   ///< that one submission may take
  double usual_item_seconds = 60;   ///< more than one takes as a rule
  std::filesystem::path results{};  ///< the folder of results
  int most_lost_nodes = 3;          ///< of one task
  std::chrono::milliseconds poll{2000};
  std::chrono::milliseconds longest_poll{60'000};
  std::chrono::milliseconds patience{60'000};  ///< for cancelled tasks to end
};

class SlurmExecutor : public Executor {
 public:
  SlurmExecutor(SlurmRules rules, std::unique_ptr<SlurmCommands> slurm, Clock& clock);
  /// Leaves nothing in the queue.
  ~SlurmExecutor() override;

  std::size_t room() override;
  std::size_t items_per_task(std::size_t waiting) const override;
  base::Diagnostics start(int number, const std::filesystem::path& task,
                          std::size_t items) override;
  base::Diagnostics flush() override;
  std::vector<EndedTask> ended() override;
  std::vector<std::string> news() override;
  void cancel() override;

 private:
  struct Started {
    int number;
    std::string path;
    std::size_t items;
  };
  struct Queued {
    int number = 0;
    bool ran = false;       ///< since it was last put into the queue
    bool put_back = false;  ///< and has not run again
    bool asked = false;     ///< to start at once
    int lost_nodes = 0;
    std::string how;  ///< it ended, by one look at the queue
  };
  /// What one look at the queue found.
  struct Look {
    std::size_t put_back = 0;
    std::size_t hurried = 0;
    std::size_t held = 0;
    std::string held_until;
  };
  using Listing = std::map<std::string, SlurmTask>;

  base::Diagnostics cancel_earlier_batch();
  double time_limit(std::size_t items) const;
  bool look(Listing* listing);
  void look_at(const std::string& id, Queued& task, const SlurmTask* listed);
  void look_at_waiting(const std::string& id, Queued& task, const SlurmTask& listed);
  void hurry(const std::string& id, Queued& task, const SlurmTask& listed);
  void tell_of_look();
  bool all_ended();
  void cancel_and_wait(const std::vector<std::string>& ids);

  SlurmRules rules_;
  std::unique_ptr<SlurmCommands> slurm_;
  Clock& clock_;
  std::vector<Started> started_;
  std::map<std::string, Queued> queued_;  ///< by Slurm's id
  std::vector<std::string> news_;
  std::set<std::string> told_reasons_;
  Look look_;
  Clock::Time next_look_;
  bool is_silent_ = false;  ///< the queue did not answer
  bool is_first_ = true;
};

}  // namespace bankcheck::batch
