#include "batch/task_worker.hpp"

#include "batch/class_run.hpp"
#include "batch/process_pool.hpp"

namespace bankcheck::batch {
namespace {

constexpr std::chrono::milliseconds kPatience{200};

/// Whether there is nothing to do: a result, or the trouble of this very attempt.
bool is_done(const std::optional<StoredResult>& result, const TaskItem& item,
             const std::string& run) {
  if (!result) return false;
  if (is_current(*result, item)) return true;
  return result->run == run && result->attempt >= item.attempt && result->made_of == item.made_of;
}

}  // namespace

double most_seconds(const rubric::Limits& limits) {
  constexpr double kCompilations = 10;
  constexpr double kRows = 100;
  return 120 + kCompilations * limits.compile_seconds + kRows * limits.row_seconds;
}

bool work_on(const Task& task, const TaskWork& work, ResultShelf& shelf,
             const std::atomic<bool>& stop) {
  const std::string& run = task.settings.run;
  ProcessPool pool(task.settings.jobs);
  const auto end = [&](const TaskItem& item, const std::string& trouble) {
    if (is_done(shelf.read(item.key()), item, run)) return;
    const std::string why = trouble.empty() ? "its grader left no result" : "its grader " + trouble;
    // When this cannot be written either, the scheduler sees a task that ended without a result.
    [[maybe_unused]] const base::Diagnostics unwritten =
        shelf.write(item.key(), trouble_result(item, run, why));
  };
  for (const TaskItem& item : task.items) {
    while (!pool.has_room() && !stop) pool.wait(kPatience);
    if (stop) return false;
    if (is_done(shelf.read(item.key()), item, run)) continue;
    pool.start([&] { work.grade(item); }, work.seconds,
               [&](const std::string& trouble) { end(item, trouble); });
  }
  while (!pool.is_empty() && !stop) pool.wait(kPatience);
  return !stop;
}

}  // namespace bankcheck::batch
