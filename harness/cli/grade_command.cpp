// bankcheck grade: the grading server's run of a submission, hidden rows and checks included.
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/command_table.hpp"
#include "cli/run_grading.hpp"
#include "cli/toolchain.hpp"

namespace bankcheck::cli {

Action declare_grade(CLI::App& command) {
  auto options = std::make_shared<GradingOptions>();
  options->include_hidden = true;
  options->hints = false;
  options->demands_sandbox = true;
  command.add_option("DIR|ARCHIVE|FILE.cu", options->submission, "The submission")->required();
  command.add_option("--rubric", options->rubric, "The rubric")->required();
  declare_reports(command, options->reports);
  declare_device(command, options->device);
  declare_no_sandbox(command, options->no_sandbox);
  return [options](const Session& session) { return run_grading(session, *options); };
}

}  // namespace bankcheck::cli
