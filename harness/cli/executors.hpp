// Every executor that a batch can hand its tasks to.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "batch/class_folder.hpp"
#include "batch/executor.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::cli {

struct SlurmOptions {
  unsigned gpus = 0;                 ///< of each task
  std::vector<std::string> options;  ///< for sbatch
  unsigned tasks = 64;               ///< in the queue at once, at most
  unsigned per_task = 0;             ///< submissions in a task; 0: by the size of the class
};

struct ExecutorSetup {
  const batch::ClassPaths& paths;
  const rubric::Rubric& rubric;
  std::vector<std::string> worker;  ///< what starts a worker, the task's path to be added
  unsigned jobs;                    ///< submissions at once in a task
  const SlurmOptions& slurm;
  batch::Clock& clock;  ///< outlives the executor
};

struct ExecutorKind {
  const char* name;
  bool is_here;  ///< workers run on this machine
  /// Why it cannot be used.
  base::Diagnostics (*missing)();
  /// In a class's folder that has been taken.
  base::Result<std::unique_ptr<batch::Executor>> (*make)(const ExecutorSetup& setup);
};

/// Adding an executor is a file with its class, and a row here.
std::span<const ExecutorKind> executor_table();
/// nullptr when there is no such executor.
const ExecutorKind* find_executor(const std::string& name);

}  // namespace bankcheck::cli
