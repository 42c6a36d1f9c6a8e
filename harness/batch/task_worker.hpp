// Does a packed task: each submission in a process of its own, several at once.
#pragma once

#include <atomic>
#include <functional>

#include "batch/class_folder.hpp"
#include "batch/task.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::batch {

/// More than any submission takes that keeps to the limits: a few compilations, every row, and some
/// to spare. Only a grader that hangs gets there.
double most_seconds(const rubric::Limits& limits);

struct TaskWork {
  /// Grades a submission and writes what becomes of it, the result last. Runs in a child.
  std::function<void(const TaskItem&)> grade;
  double seconds = 600;  ///< the most that one submission may take
};

/// Submissions whose results are there already are passed over. One whose process ends without a
/// result gets one that says so. Returns false when `stop` was set before all were done.
bool work_on(const Task& task, const TaskWork& work, ResultShelf& shelf,
             const std::atomic<bool>& stop);

}  // namespace bankcheck::batch
