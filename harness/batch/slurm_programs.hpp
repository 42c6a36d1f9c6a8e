// Slurm by its own programs: sbatch, squeue, scontrol and scancel.
//
// Only formats that the manual pages define are read, so that any Slurm since 20.02 will do.
#pragma once

#include <filesystem>
#include <functional>

#include "batch/run_tool.hpp"
#include "batch/slurm_commands.hpp"

namespace bankcheck::batch {

struct SlurmTools {
  std::string sbatch;
  std::string squeue;
  std::string scontrol;
  std::string scancel;
};

/// How tasks of a class are submitted.
struct SlurmJob {
  std::vector<std::string> worker;  ///< what starts a worker, the task's path to be added
  std::filesystem::path folder;     ///< where scripts and logs go; every node sees it
  std::string name;                 ///< of the jobs of this class, and of no other jobs
  unsigned cpus = 1;
  unsigned gpus = 0;
  unsigned memory_mib = 0;
  std::vector<std::string> options;  ///< of the user for sbatch; they outweigh ours
};

class SlurmPrograms : public SlurmCommands {
 public:
  using Run = std::function<ToolResult(const std::vector<std::string>& argv)>;

  SlurmPrograms(SlurmTools tools, SlurmJob job, Run run);

  base::Result<std::string> submit(const SlurmArray& array) override;
  base::Result<std::vector<SlurmTask>> queue() override;
  bool start_now(const std::string& id) override;
  bool release(const std::string& id) override;
  void cancel(const std::vector<std::string>& ids) override;

 private:
  std::vector<std::string> sbatch_line(const SlurmArray& array,
                                       const std::filesystem::path& script) const;

  SlurmTools tools_;
  SlurmJob job_;
  Run run_;
  int arrays_ = 0;
};

/// The script that a task of the array runs: a POSIX shell becomes the worker.
std::string slurm_script(const std::vector<std::string>& worker,
                         const std::vector<std::string>& tasks);
/// What squeue prints with the format that queue() asks for. Lines that are none are passed over.
std::vector<SlurmTask> parse_queue(const std::string& text);

}  // namespace bankcheck::batch
