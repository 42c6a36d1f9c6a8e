// bankcheck check: a student's own check of a submission, with hints and without hidden rows.
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/command_table.hpp"
#include "cli/run_grading.hpp"

namespace bankcheck::cli {

Action declare_check(CLI::App& command) {
  auto options = std::make_shared<GradingOptions>();
  command.add_option("DIR|ARCHIVE|FILE.cu", options->submission,
                     "The submission; this folder by default");
  command.add_option("--rubric", options->rubric,
                     "The rubric; found by the exercise or the kernel's name by default");
  declare_reports(command, options->reports);
  declare_device(command, options->device);
  return [options](const Session& session) { return run_grading(session, *options); };
}

}  // namespace bankcheck::cli
