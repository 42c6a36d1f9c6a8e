#include "cli/slurm_setup.hpp"

#include <array>
#include <filesystem>
#include <random>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"
#include "batch/slurm_executor.hpp"
#include "batch/slurm_programs.hpp"
#include "batch/task_worker.hpp"
#include "cli/find_program.hpp"
#include "cli/session.hpp"

namespace bankcheck::cli {
namespace {

constexpr double kAnswerSeconds = 60;
/// For the worker itself, and for each submission that it grades at the same time: the compiler is
/// what takes it.
constexpr unsigned kWorkerMib = 512;
constexpr unsigned kSubmissionMib = 2048;
constexpr std::size_t kNameBytes = 100;

batch::SlurmTools find_tools() {
  const std::string folders = environment("PATH");
  return {find_program("sbatch", folders), find_program("squeue", folders),
          find_program("scontrol", folders), find_program("scancel", folders)};
}

/// The name of the jobs of a class; made up once, and kept in its folder.
base::Result<std::string> job_name(const batch::ClassPaths& paths) {
  const std::filesystem::path path = paths.control() / "slurm_name";
  if (auto name = base::read_file(path, kNameBytes); name && !name.value().empty()) return name;
  std::random_device source;
  std::string name = fmt::format("bankcheck-{:08x}{:08x}", source(), source());
  base::Diagnostics errors = base::write_file_whole(path, name);
  if (!errors.empty()) return errors;
  return name;
}

batch::SlurmRules rules_of(const ExecutorSetup& setup) {
  batch::SlurmRules rules;
  rules.most_tasks = setup.slurm.tasks;
  rules.items_per_task = setup.slurm.per_task;
  rules.jobs = setup.jobs;
  rules.most_item_seconds = batch::most_seconds(setup.rubric.limits);
  rules.usual_item_seconds = setup.rubric.limits.compile_seconds + setup.rubric.limits.row_seconds;
  rules.results = setup.paths.root() / "results";
  return rules;
}

}  // namespace

void declare_slurm(CLI::App& command, SlurmOptions& options) {
  command
      .add_option("--gpus", options.gpus,
                  "GPUs for each task (--gres=gpu:N); 1 with --device gpu, else none")
      ->check(CLI::Range(1, 64))
      ->group(kSlurmGroup);
  command
      .add_option("--slurm-option", options.options,
                  "An option for sbatch, such as --slurm-option=--partition=short; it outweighs "
                  "what bankcheck gives. May be said again")
      ->allow_extra_args(false)
      ->group(kSlurmGroup);
  command
      .add_option("--slurm-tasks", options.tasks,
                  "Tasks in the queue at once, at most; 64 by default")
      ->check(CLI::Range(1, 1000))
      ->group(kSlurmGroup);
  command
      .add_option("--per-task", options.per_task,
                  "Submissions in a task; by the size of the class by default")
      ->check(CLI::Range(1, 10'000))
      ->group(kSlurmGroup);
}

base::Diagnostics missing_slurm() {
  const batch::SlurmTools tools = find_tools();
  const std::array<std::pair<const char*, const std::string*>, 4> programs = {
      {{"sbatch", &tools.sbatch},
       {"squeue", &tools.squeue},
       {"scontrol", &tools.scontrol},
       {"scancel", &tools.scancel}}};
  for (const auto& [name, path] : programs) {
    if (!path->empty()) continue;
    return {base::plain_error(fmt::format(
        "there is no {} on PATH: --executor slurm needs Slurm's client programs and a cluster that "
        "they reach; without --executor the class is graded on this machine",
        name))};
  }
  return {};
}

base::Result<std::unique_ptr<batch::Executor>> make_slurm(const ExecutorSetup& setup) {
  const auto name = job_name(setup.paths);
  if (!name) return name.errors();
  batch::SlurmJob job;
  job.worker = setup.worker;
  job.folder = setup.paths.control();
  job.name = name.value();
  job.cpus = setup.jobs;
  job.gpus = setup.slurm.gpus;
  job.memory_mib = kWorkerMib + setup.jobs * kSubmissionMib;
  job.options = setup.slurm.options;
  auto slurm = std::make_unique<batch::SlurmPrograms>(
      find_tools(), std::move(job),
      [](const std::vector<std::string>& argv) { return batch::run_tool(argv, kAnswerSeconds); });
  return std::unique_ptr<batch::Executor>(
      std::make_unique<batch::SlurmExecutor>(rules_of(setup), std::move(slurm), setup.clock));
}

}  // namespace bankcheck::cli
