// Running a trusted program of this machine, such as sbatch, and reading what it says.
#pragma once

#include <string>
#include <vector>

namespace bankcheck::batch {

struct ToolResult {
  bool ran = false;  ///< and exited with status 0
  std::string output;
  std::string trouble;  ///< when not: what it said on standard error, or how it ended
};

/// With this process's environment, in a session of its own: Ctrl-C at the terminal is not for it.
/// Ends it after `seconds`. `argv[0]` is a path.
ToolResult run_tool(const std::vector<std::string>& argv, double seconds);

}  // namespace bankcheck::batch
