// A packed task: a list of submissions that one worker process grades.
//
// A task is a file in the class's folder, so that a worker on any machine that sees the folder can
// do it. Doing it twice does no harm: a submission whose result is there already is passed over.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "batch/intake.hpp"
#include "batch/stored_result.hpp"

namespace bankcheck::batch {

struct TaskItem {
  HandedIn handed_in;
  Fingerprint made_of;
  int attempt = 1;
  std::size_t number = 0;  ///< in the class; the same for every attempt

  const std::string& key() const { return handed_in.student.key; }
};

/// How a submission is graded; the same for all of a run.
struct GradingSettings {
  std::string run;           ///< names the batch command that asks
  std::string submissions;   ///< absolute path of the folder that parts are relative to
  std::string class_folder;  ///< absolute
  std::string rubric;        ///< absolute path
  std::string device = "sim";
  bool counters = false;
  bool no_sandbox = false;
  unsigned jobs = 1;                 ///< submissions at once
  std::vector<std::string> reports;  ///< formats to write beside the page
};

struct Task {
  GradingSettings settings;
  std::vector<TaskItem> items;
};

std::string task_text(const Task& task);
base::Result<Task> parse_task(const std::string& path, const std::string& text);

}  // namespace bankcheck::batch
