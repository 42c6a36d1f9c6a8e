// What `check` and `grade` share: one submission graded and reported.
#pragma once

#include <string>
#include <vector>

#include "cli/device.hpp"
#include "cli/report_files.hpp"
#include "cli/session.hpp"

namespace bankcheck::cli {

struct GradingOptions {
  std::string submission = ".";
  std::string rubric;  ///< empty: find it
  bool include_hidden = false;
  bool hints = true;
  bool demands_sandbox = false;  ///< for strangers' submissions: no sandbox, no grade
  bool no_sandbox = false;
  std::vector<ReportFile> reports;
  DeviceOptions device;
};

/// Prints the report and writes the files that are asked for; returns the exit status of the
/// verdict. The files are also written when the submission cannot be read or no device works.
int run_grading(const Session& session, const GradingOptions& options);

}  // namespace bankcheck::cli
