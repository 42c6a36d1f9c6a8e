#include "cli/run_grading.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include <spdlog/spdlog.h>

#include "batch/grade_submission.hpp"
#include "cli/card_choice.hpp"
#include "cli/data_folder.hpp"
#include "cli/exit_code.hpp"
#include "cli/find_rubric.hpp"
#include "cli/toolchain.hpp"
#include "cli/ungraded.hpp"
#include "report/report_table.hpp"

namespace bankcheck::cli {
namespace {

checks::Grade grade(const Session& session, const GradingOptions& options,
                    const submission::Submission& submission, const rubric::Rubric& rubric,
                    const Workshop& workshop, batch::RowDevice& device) {
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

/// Of a submission that is there and cannot be read. What the command line names and is not there
/// is no submission.
int report_unreadable(const Session& session, const GradingOptions& options,
                      const rubric::Rubric& rubric, const base::Diagnostics& errors) {
  const int status = refuse(session, errors);
  std::error_code ignored;
  if (std::filesystem::exists(options.submission, ignored)) {
    write_reports(session, options.reports, unreadable_grade(rubric, options.submission, errors),
                  options.hints);
  }
  return status;
}

int report_trouble(const Session& session, const GradingOptions& options,
                   const rubric::Rubric& rubric, const base::Diagnostics& errors) {
  const int status = give_up(session, errors);
  write_reports(session, options.reports, trouble_grade(rubric, options.submission, errors),
                options.hints);
  return status;
}

/// A server's graders know nothing of each other: chance spreads them over its cards. One that does
/// not work is passed over once.
base::Result<std::unique_ptr<batch::RowDevice>> open_some_card(const Session& session,
                                                               DeviceOptions wanted) {
  std::vector<std::string> cards;
  if (wanted.wish != DeviceWish::kSimulator) cards = cards_to_share();
  const std::size_t first = std::random_device{}();
  wanted.card = card_for(cards, first);
  auto device = open_device(session, wanted);
  if (cards.empty() || (device && device.value()->info().kind == "gpu")) return device;
  wanted.card = card_for(cards, first + 1);
  return open_device(session, wanted);
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
  if (!submission) {
    return report_unreadable(session, options, rubric.value(), submission.errors());
  }
  const Workshop workshop = open_workshop();
  if (options.demands_sandbox && !rubric.value().kernels.empty()) {
    if (const auto missing = missing_sandbox(workshop, options.no_sandbox)) {
      return report_trouble(session, options, rubric.value(), {*missing});
    }
  }
  DeviceOptions wanted = options.device;
  if (rubric.value().kernels.empty()) {
    say_that_nothing_runs(session, wanted);
    wanted.wish = DeviceWish::kSimulator;
  }
  const auto device =
      options.demands_sandbox ? open_some_card(session, wanted) : open_device(session, wanted);
  if (!device) return report_trouble(session, options, rubric.value(), device.errors());
  const checks::Grade result =
      grade(session, options, submission.value(), rubric.value(), workshop, *device.value());
  session.out << report::render_text(result, {session.colours, options.hints});
  session.out.flush();
  const int status = write_reports(session, options.reports, result, options.hints);
  return status == kExitDone ? exit_code(result) : status;
}

}  // namespace bankcheck::cli
