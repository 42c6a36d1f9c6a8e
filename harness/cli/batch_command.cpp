// bankcheck batch: a class at a time.
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/command_table.hpp"
#include "cli/executors.hpp"
#include "cli/run_batch.hpp"
#include "cli/slurm_setup.hpp"
#include "report/report_table.hpp"
#include "submission/archive.hpp"

namespace bankcheck::cli {
namespace {

std::vector<std::string> executor_names() {
  std::vector<std::string> names;
  for (const ExecutorKind& kind : executor_table()) names.emplace_back(kind.name);
  return names;
}

std::vector<std::string> report_names() {
  std::vector<std::string> names;
  for (const report::ReportFormat& format : report::report_table()) names.emplace_back(format.name);
  return names;
}

std::string folder_or_archive(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return "";
  if (!std::filesystem::exists(path, error)) return "there is no " + path;
  if (submission::is_archive_name(path)) return "";
  return path + " is neither a folder nor an archive (.zip, .tar.gz, …)";
}

/// Options that would be ignored in the company of others.
void refuse_idle_options(const CLI::App& command, const BatchOptions& options) {
  if (!find_executor(options.executor)->is_here) {
    if (options.device.wish == DeviceWish::kSimulator && options.slurm.gpus > 0) {
      throw CLI::ValidationError("--gpus", "does not go with --device sim");
    }
    if (options.device.counters && options.device.wish == DeviceWish::kAuto &&
        options.slurm.gpus == 0) {
      throw CLI::ValidationError("--counters", "needs --gpus or --device gpu on a cluster");
    }
    return;
  }
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group() == kSlurmGroup && option->count() > 0) {
      throw CLI::ValidationError(option->get_name(), "goes with --executor slurm");
    }
  }
}

}  // namespace

Action declare_batch(CLI::App& command) {
  auto options = std::make_shared<BatchOptions>();
  command
      .add_option(
          "SUBMISSIONS", options->submissions,
          "A download of Canvas, Moodle or Gradescope, as the archive that it is or unpacked; "
          "or a folder or an archive with one folder, .cu file or archive for each student")
      ->required()
      ->check(CLI::Validator(folder_or_archive, "FOLDER|ARCHIVE"));
  command.add_option("--rubric", options->rubric, "The rubric")->required();
  command
      .add_option("--out", options->out,
                  "The folder for grades, pages and results; one that holds an earlier batch's is "
                  "gone on with, and what has not changed is not graded again")
      ->required();
  command.add_option("--roster", options->roster,
                     "A CSV file of the class (a gradebook from Canvas, a grading worksheet from "
                     "Moodle, or columns such as name, id, email): who handed nothing in gets a "
                     "row too");
  command
      .add_option("-j,--jobs", options->jobs,
                  "Submissions graded at once; as many as there are cores by default. With "
                  "--executor slurm those of a task, which gets as many cores; 2 by default")
      ->check(CLI::Range(1, 1024));
  command
      .add_option("--executor", options->executor,
                  "What runs the work: this machine, or a cluster through Slurm's queue")
      ->check(CLI::IsMember(executor_names()));
  auto* resume = command.add_flag("--resume", options->resume,
                                  "Go on where an earlier batch stopped (always done)");
  auto* regrade = command.add_option(
      "--regrade", options->regrade,
      "Grade these again: a student's key (with * for any text), name, id, login or email");
  auto* all = command.add_flag("--all", options->all, "Grade everybody again");
  all->excludes(resume)->excludes(regrade);
  regrade->excludes(resume);
  command
      .add_option("--report", options->reports,
                  "Also write this report for each student, to reports/KEY.FORMAT")
      ->check(CLI::IsMember(report_names()));
  command.add_flag("--no-sandbox", options->no_sandbox,
                   "Grade strangers' code although this machine has no sandbox");
  declare_device(command, options->device);
  declare_slurm(command, options->slurm);
  command.footer(
      "Exit status: 0 everything was graded, whatever the marks; 3 some submission met trouble of "
      "ours after every attempt (ERROR, never a zero mark); 2 the command line, rubric, roster or "
      "folder cannot be used; 130 interrupted. The same command goes on where a batch stopped.");
  command.final_callback([options, &command] { refuse_idle_options(command, *options); });
  return [options](const Session& session) { return run_batch(session, *options); };
}

}  // namespace bankcheck::cli
