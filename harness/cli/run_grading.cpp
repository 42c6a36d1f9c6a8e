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
  const auto start = std::chrono::steady_clock::now();
  const checks::Grade grade =
      batch::grade_submission(submission, rubric, {workshop.toolchain, *workshop.runner, device},
                              {options.include_hidden, version()}, session.stop);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  spdlog::debug("graded in {:.2f} s", seconds.count());
  if (!workshop.toolchain) session.err << base::render(workshop.toolchain.errors());
  return grade;
}

}  // namespace

int run_grading(const Session& session, const GradingOptions& options) {
  std::string rubric_path = options.rubric;
  if (rubric_path.empty()) {
    auto found = find_rubric(options.submission, data_folder() / "rubrics");
    if (!found) return refuse(session, found.errors());
    rubric_path = std::move(found).value();
    spdlog::debug("found the rubric {}", rubric_path);
  }
  const auto rubric = rubric::load_rubric(rubric_path);
  if (!rubric) return refuse(session, rubric.errors());
  const auto submission = submission::read_submission(options.submission, rubric.value());
  if (!submission) return refuse(session, submission.errors());
  DeviceOptions wanted = options.device;
  if (rubric.value().kernels.empty()) wanted.wish = DeviceWish::kSimulator;  // nothing will run
  const auto device = open_device(session, wanted);
  if (!device) return give_up(session, device.errors());
  const checks::Grade result =
      grade(session, options, submission.value(), rubric.value(), *device.value());
  session.out << report::render_text(result, {session.colours, options.hints});
  session.out.flush();
  if (!options.json_path.empty()) {
    const int status = write_output(session, options.json_path, report::render_json(result, {}));
    if (status != kExitDone) return status;
  }
  return exit_code(result);
}

}  // namespace bankcheck::cli
