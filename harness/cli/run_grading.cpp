#include "cli/run_grading.hpp"

#include <chrono>
#include <ostream>

#include <spdlog/spdlog.h>

#include "batch/grade_submission.hpp"
#include "cli/data_folder.hpp"
#include "cli/exit_code.hpp"
#include "cli/find_rubric.hpp"
#include "cli/toolchain.hpp"
#include "report/report_table.hpp"

namespace bankcheck::cli {
namespace {

checks::Grade grade(const Session& session, const GradingOptions& options,
                    const submission::Submission& submission, const rubric::Rubric& rubric,
                    batch::RowDevice& device) {
  const Workshop workshop = open_workshop();
  spdlog::debug("grading {}", submission.name);
  const auto start = std::chrono::steady_clock::now();
  const checks::Grade grade =
      batch::grade_submission(submission, rubric, {workshop.toolchain, *workshop.runner, device},
                              {options.include_hidden, version()}, session.stop);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  spdlog::debug("graded in {:.2f} s", seconds.count());
  if (!workshop.toolchain) session.err << base::render(workshop.toolchain.errors());
  return grade;
}

/// The files that are asked for beside the text; kExitOurs when one cannot be written.
int write_files(const Session& session, const GradingOptions& options,
                const checks::Grade& result) {
  const std::pair<const std::string&, const char*> files[] = {{options.json_path, "json"},
                                                              {options.html_path, "html"}};
  for (const auto& [path, format] : files) {
    if (path.empty()) continue;
    const std::string text = report::find_format(format)->render(result, {false, options.hints});
    const int status = write_output(session, path, text);
    if (status != kExitDone) return status;
  }
  return kExitDone;
}

}  // namespace

int run_grading(const Session& session, const GradingOptions& options) {
  const auto place = submission::SubmissionPlace::open(options.submission);
  if (!place) return refuse(session, place.errors());
  std::string rubric_path = options.rubric;
  if (rubric_path.empty()) {
    auto found = find_rubric(place.value(), data_folder() / "rubrics");
    if (!found) return refuse(session, found.errors());
    rubric_path = std::move(found).value();
    spdlog::debug("found the rubric {}", rubric_path);
  }
  const auto rubric = rubric::load_rubric(rubric_path);
  if (!rubric) return refuse(session, rubric.errors());
  const auto submission = submission::read_submission(place.value(), rubric.value());
  if (!submission) return refuse(session, submission.errors());
  DeviceOptions wanted = options.device;
  if (rubric.value().kernels.empty()) wanted.wish = DeviceWish::kSimulator;  // nothing will run
  const auto device = open_device(session, wanted);
  if (!device) return give_up(session, device.errors());
  const checks::Grade result =
      grade(session, options, submission.value(), rubric.value(), *device.value());
  session.out << report::render_text(result, {session.colours, options.hints});
  session.out.flush();
  const int status = write_files(session, options, result);
  return status == kExitDone ? exit_code(result) : status;
}

}  // namespace bankcheck::cli
