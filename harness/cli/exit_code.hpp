// The exit statuses of the program.
#pragma once

#include "checks/grade.hpp"

namespace bankcheck::cli {

enum ExitCode : int {
  kExitDone = 0,   ///< done; a submission: PASS
  kExitFail = 1,   ///< a submission: FAIL
  kExitUsage = 2,  ///< the command line, rubric or submission cannot be read
  kExitOurs = 3,   ///< ERROR: ours
  kExitInconclusive = 4,
  kExitInterrupted = 130,
};

inline int exit_code(const checks::Grade& grade) {
  return grade.interrupted ? kExitInterrupted : checks::exit_code(grade.verdict);
}

}  // namespace bankcheck::cli
