// Grades one submission: compiled, run row by row, judged, added up.
#pragma once

#include <atomic>
#include <string>

#include "batch/row_device.hpp"
#include "checks/grade.hpp"
#include "compile/compiler.hpp"
#include "rubric/rubric.hpp"
#include "sandbox/command.hpp"
#include "submission/submission.hpp"

namespace bankcheck::batch {

/// What grading needs of the machine.
struct Workshop {
  const base::Result<compile::Toolchain>& toolchain;
  sandbox::CommandRunner& runner;
  RowDevice& device;
  const compile::CompileCache* cache = nullptr;  ///< of compiled code; may be null
};

struct GradeOptions {
  bool include_hidden = true;  ///< hidden rows and checks; false for a student's own check
  std::string harness_version;
};

/// Never throws for what the submission does, and never fails: a machine that cannot compile or run
/// gives a grade with the verdict ERROR. When `stop` is set, rows that have not begun are left out
/// and the grade says that it was interrupted.
checks::Grade grade_submission(const submission::Submission& submission,
                               const rubric::Rubric& rubric, const Workshop& workshop,
                               const GradeOptions& options, const std::atomic<bool>& stop);

}  // namespace bankcheck::batch
