#include "cli/grade_item.hpp"

#include <chrono>
#include <filesystem>

#include <spdlog/spdlog.h>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"
#include "batch/class_entry.hpp"
#include "batch/class_run.hpp"
#include "batch/grade_submission.hpp"
#include "batch/staging.hpp"
#include "cli/card_choice.hpp"
#include "cli/device.hpp"
#include "cli/ungraded.hpp"
#include "report/report_table.hpp"

namespace bankcheck::cli {
namespace {

using batch::StoredResult;

class ItemGrader {
 public:
  ItemGrader(const WorkerKit& kit, const batch::TaskItem& item)
      : kit_(kit), item_(item), paths_(kit.settings.class_folder) {}

  void run() {
    batch::Staging staging(kit_.settings.submissions, kit_.rubric);
    const auto staged = staging.stage(item_.handed_in);
    if (!staged && staging.failure().is_ours) return write_trouble(staging.failure().text);
    if (!staged) return write_unreadable(staging.failure().text);
    const auto device = open_device(kit_.session, device_options());
    if (!device) return write_trouble(device.errors().front().text);
    const checks::Grade grade = batch::grade_submission(
        staged->submission, kit_.rubric,
        {kit_.workshop.toolchain, *kit_.workshop.runner, *device.value(), &kit_.cache},
        {true, version()}, kit_.session.stop);
    if (!grade.interrupted) write_grade(grade, staged->submission);
  }

 private:
  DeviceOptions device_options() const {
    DeviceOptions options = wanted_device(kit_.settings.device, kit_.settings.counters);
    options.threads = kit_.threads;
    // Another attempt after trouble is made on another card.
    options.card = card_for(kit_.cards, item_.number + static_cast<std::size_t>(item_.attempt - 1));
    options.verifiers = kit_.verifiers;
    if (kit_.rubric.kernels.empty()) options.wish = DeviceWish::kSimulator;
    return options;
  }

  void write_trouble(const std::string& why) {
    write(batch::trouble_result(item_, kit_.settings.run, why), "");
  }

  /// The student still gets a page that says why.
  void write_unreadable(const std::string& why) {
    StoredResult result = blank_result();
    result.entry = batch::blank_entry(item_.handed_in, checks::EntryState::kUnreadable);
    result.entry.reason = why;
    result.entry.page = batch::ClassPaths::page(item_.key());
    const checks::Grade grade =
        unreadable_grade(kit_.rubric, item_.handed_in.text(), {base::plain_error(why)});
    if (!write_reports(grade)) return;
    write(std::move(result), report::find_format("json")->render(grade, {false, false}));
  }

  void write_grade(const checks::Grade& grade, const submission::Submission& submission) {
    StoredResult result = blank_result();
    result.entry = batch::entry_of(grade, kit_.rubric, item_.handed_in);
    result.lasting = batch::is_lasting_trouble(grade);
    for (const submission::SubmittedFile& file : submission.files) {
      if (file.name == submission.source_name) result.prints = batch::source_prints(file.text);
    }
    result.entry.page = batch::ClassPaths::page(item_.key());
    std::string report = report::find_format("json")->render(grade, {false, false});
    if (!write_reports(grade)) return;
    write(std::move(result), report);
  }

  StoredResult blank_result() const {
    StoredResult result;
    result.made_of = item_.made_of;
    result.run = kit_.settings.run;
    result.attempt = item_.attempt;
    return result;
  }

  bool write_reports(const checks::Grade& grade) {
    const auto put = [&](const std::filesystem::path& path, const char* format) {
      const base::Diagnostics errors =
          base::write_file_whole(path, report::find_format(format)->render(grade, {false, true}));
      if (!errors.empty()) spdlog::error(base::render(errors));
      return errors.empty();
    };
    bool all = put(paths_.root() / batch::ClassPaths::page(item_.key()), "html");
    for (const std::string& format : kit_.settings.reports) {
      all = put(paths_.report(item_.key(), format), format.c_str()) && all;
    }
    return all;
  }

  void write(StoredResult result, const std::string& report) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
    result.entry.grading_seconds = seconds.count();
    const base::Diagnostics errors =
        base::write_file_whole(paths_.result(item_.key()), batch::result_text(report, result));
    if (!errors.empty()) spdlog::error(base::render(errors));
  }

  const WorkerKit& kit_;
  const batch::TaskItem& item_;
  batch::ClassPaths paths_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

void grade_item(const WorkerKit& kit, const batch::TaskItem& item) { ItemGrader(kit, item).run(); }

}  // namespace bankcheck::cli
