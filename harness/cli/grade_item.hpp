// Grades one submission of a class, in the worker's child, and files what comes of it.
#pragma once

#include <string>
#include <vector>

#include "batch/class_folder.hpp"
#include "batch/task.hpp"
#include "cli/session.hpp"
#include "cli/toolchain.hpp"
#include "compile/compile_cache.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::cli {

/// What a worker prepares once for all its submissions.
struct WorkerKit {
  const Session& session;
  const batch::GradingSettings& settings;
  const rubric::Rubric& rubric;
  const Workshop& workshop;
  const compile::CompileCache& cache;
  unsigned threads = 1;            ///< of the simulator
  unsigned verifiers = 1;          ///< see DeviceOptions
  std::vector<std::string> cards;  ///< that graders share out, see card_choice.hpp
};

/// The student's page and the other reports first, the result last: with it the submission counts.
/// The items take the cards in turn.
void grade_item(const WorkerKit& kit, const batch::TaskItem& item);

}  // namespace bankcheck::cli
