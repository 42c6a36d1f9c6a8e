// A batch from its options to the class's files.
#pragma once

#include <string>
#include <vector>

#include "cli/device.hpp"
#include "cli/executors.hpp"
#include "cli/session.hpp"

namespace bankcheck::cli {

struct BatchOptions {
  std::string submissions;
  std::string rubric;
  std::string out;
  std::string roster;
  std::string executor = "local";
  SlurmOptions slurm;
  unsigned jobs = 0;  ///< 0: one for each core, two at least on a GPU; two in a task elsewhere
  DeviceOptions device;
  bool no_sandbox = false;
  bool resume = false;  ///< said for clearness; going on is what a batch does
  bool all = false;
  std::vector<std::string> regrade;
  std::vector<std::string> reports;  ///< formats to write for each student beside the page
};

/// Exit status: 0 when everything was graded, whatever the marks; 3 when some submission, or the
/// batch itself, met trouble of ours; 2, 130 as ever.
int run_batch(const Session& session, const BatchOptions& options);

}  // namespace bankcheck::cli
