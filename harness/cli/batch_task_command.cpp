// bankcheck batch-task: the worker that does one packed task of a batch. Hidden: `batch` starts it,
// here or through a cluster's queue.
#include <algorithm>
#include <memory>
#include <thread>

#include <CLI/CLI.hpp>
#include <spdlog/spdlog.h>

#include "base/atomic_file.hpp"
#include "batch/task_worker.hpp"
#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/grade_item.hpp"

namespace bankcheck::cli {
namespace {

constexpr std::size_t kTaskBytes = std::size_t{64} << 20;

/// More than any submission takes that keeps to the rubric's limits: a few compilations, every row,
/// and some to spare. Only a grader that hangs gets there.
double most_seconds(const rubric::Rubric& rubric) {
  constexpr double kCompilations = 10;
  constexpr double kRows = 100;
  return 120 + kCompilations * rubric.limits.compile_seconds + kRows * rubric.limits.row_seconds;
}

int run_task(const Session& session, const std::string& path) {
  const auto text = base::read_file(path, kTaskBytes);
  if (!text) return refuse(session, text.errors());
  const auto task = batch::parse_task(path, text.value());
  if (!task) return refuse(session, task.errors());
  const batch::GradingSettings& settings = task.value().settings;
  const auto rubric = rubric::load_rubric(settings.rubric);
  if (!rubric) return refuse(session, rubric.errors());
  const Workshop workshop = open_workshop();
  batch::ClassPaths paths(settings.class_folder);
  const compile::CompileCache cache(paths.compile_cache());
  cache.sweep();
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const WorkerKit kit{session,  settings, rubric.value(),
                      workshop, cache,    std::max(1u, cores / std::max(1u, settings.jobs))};
  batch::FileShelf shelf(paths);
  const batch::TaskWork work{[&](const batch::TaskItem& item) { grade_item(kit, item); },
                             most_seconds(rubric.value())};
  const bool done = batch::work_on(task.value(), work, shelf, session.stop);
  cache.sweep();
  return done ? kExitDone : kExitInterrupted;
}

}  // namespace

Action declare_batch_task(CLI::App& command) {
  auto path = std::make_shared<std::string>();
  command.add_option("FILE", *path)->required();
  return [path](const Session& session) { return run_task(session, *path); };
}

}  // namespace bankcheck::cli
