#include "cli/run_batch.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"
#include "base/escape.hpp"
#include "batch/class_archive.hpp"
#include "batch/class_entry.hpp"
#include "batch/class_run.hpp"
#include "batch/class_summary.hpp"
#include "checks/text.hpp"
#include "cli/batch_progress.hpp"
#include "cli/build_id.hpp"
#include "cli/class_intake.hpp"
#include "cli/class_summary_text.hpp"
#include "cli/data_folder.hpp"
#include "cli/executors.hpp"
#include "cli/exit_code.hpp"
#include "cli/toolchain.hpp"
#include "report/class_table.hpp"
#include "rubric/rubric.hpp"
#include "submission/folder_scan.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;
using Now = std::chrono::steady_clock;

constexpr unsigned kJobsElsewhere = 2;

class SystemClock : public batch::Clock {
 public:
  Time now() override { return Now::now(); }
  void sleep(std::chrono::milliseconds duration) override { std::this_thread::sleep_for(duration); }
};

std::string random_name() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}", source(), source());
}

/// Absolute, and free of links as far as it is there.
fs::path real_path(const std::string& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(path, error);
  if (error) real = fs::absolute(path).lexically_normal();
  return real.has_filename() ? real : real.parent_path();
}

/// Why the one cannot be graded into the other; empty when it can. Directly in the submissions is
/// fine: that folder is told from a student's.
std::string place_conflict(const fs::path& submissions, const fs::path& grades) {
  if (grades == submissions) return "is the folder of submissions: grades need one of their own";
  if (submission::is_within(submissions, grades)) {
    return "holds the submissions: grades need a folder of their own";
  }
  if (submission::is_within(grades, submissions) && grades.parent_path() != submissions) {
    return "lies in what somebody handed in: name a folder beside " + submissions.string();
  }
  return "";
}

class BatchRun {
 public:
  BatchRun(const Session& session, const BatchOptions& options)
      : session_(session),
        options_(options),
        kind_(*find_executor(options.executor)),
        submissions_(real_path(options.submissions)),
        paths_(real_path(options.out)),
        shelf_(paths_) {}

  int run() {
    if (const int status = prepare(); status != kExitDone) return status;
    if (const int status = grade(); status != kExitDone) return status;
    return sum_up();
  }

 private:
  int prepare() {
    auto rubric = rubric::load_rubric(options_.rubric);
    if (!rubric) return refuse(session_, rubric.errors());
    rubric_ = std::move(rubric).value();
    if (const auto missing = kind_.missing(); !missing.empty()) return give_up(session_, missing);
    if (const int status = prepare_machine(); status != kExitDone) return status;
    if (const std::string why = place_conflict(submissions_, paths_.root()); !why.empty()) {
      return refuse(session_, {base::error_in(options_.out, why)});
    }
    auto lock = batch::take_class_folder(paths_);
    if (!lock) return refuse(session_, lock.errors());
    lock_ = std::move(lock).value();
    if (const int status = unpack(); status != kExitDone) return status;
    if (is_one_submission()) {
      return refuse(session_, options_.submissions +
                                  " is one submission and no class: name the folder that holds "
                                  "it, or use `bankcheck grade`");
    }
    auto intake = read_intake(submissions_, options_.roster, paths_.root());
    if (!intake) return refuse(session_, intake.errors());
    intake_ = std::move(intake).value();
    intake_.remarks.insert(intake_.remarks.begin(), left_out_.begin(), left_out_.end());
    if (intake_.students.empty()) {
      say_remarks();
      return refuse(session_, "there are no submissions in " + options_.submissions);
    }
    for (const std::string& who : options_.regrade) {
      if (std::none_of(intake_.students.begin(), intake_.students.end(),
                       [&](const auto& one) { return is_meant(who, one.student); })) {
        return refuse(session_, "--regrade " + who + ": there is nobody of this name in the class");
      }
    }
    return make_reports_folder();
  }

  /// A class that came as one archive.
  int unpack() {
    std::error_code error;
    if (fs::is_directory(submissions_, error)) return kExitDone;
    if (!fs::exists(batch::unpacked_class_folder(submissions_, paths_), error)) {
      session_.out << "unpacking " << base::escape_terminal(options_.submissions) << std::endl;
    }
    batch::UnpackedClass unpacked = batch::unpack_class(submissions_, paths_, &session_.stop);
    if (session_.stop) return kExitInterrupted;
    if (!unpacked.errors.empty()) {
      return unpacked.is_ours ? give_up(session_, unpacked.errors)
                              : refuse(session_, unpacked.errors);
    }
    submissions_ = std::move(unpacked.folder);
    left_out_ = std::move(unpacked.remarks);
    return kExitDone;
  }

  /// What would fail for every submission fails here, once.
  int prepare_machine() {
    made_of_.rubric = rubric_.hash;
    made_of_.harness = build_id();
    made_of_.device = "sim";
    if (rubric_.kernels.empty()) {
      say_that_nothing_runs(session_, options_.device);
      return kExitDone;
    }
    const Workshop workshop = open_workshop();
    if (!workshop.toolchain) return give_up(session_, workshop.toolchain.errors());
    made_of_.toolchain = toolchain_text(workshop.toolchain.value());
    if (!kind_.is_here) {
      if (wants_gpu_elsewhere()) made_of_.device = "gpu";
      return kExitDone;
    }
    if (workshop.isolation.isolation == sandbox::Isolation::kLimitsOnly && !options_.no_sandbox) {
      return refuse(session_, "there is no sandbox: " + workshop.isolation.reason +
                                  "; --no-sandbox grades a class without one");
    }
    const auto device = open_device(session_, options_.device);
    if (!device) return give_up(session_, device.errors());
    if (device.value()->info().kind == "gpu") made_of_.device = "gpu";
    return kExitDone;
  }

  /// What a machine of a cluster has is seen there; here it is what was asked for.
  bool wants_gpu_elsewhere() const {
    return options_.device.wish == DeviceWish::kGpu ||
           (options_.device.wish == DeviceWish::kAuto && options_.slurm.gpus > 0);
  }

  bool is_one_submission() const {
    std::error_code error;
    return fs::is_regular_file(submissions_ / rubric_.answers_file, error) &&
           (rubric_.source_file.empty() ||
            fs::is_regular_file(submissions_ / rubric_.source_file, error));
  }

  int make_reports_folder() {
    if (options_.reports.empty()) return kExitDone;
    std::error_code error;
    fs::create_directories(paths_.root() / "reports", error);
    return error ? refuse(session_, "no folder for reports: " + error.message())
                 : static_cast<int>(kExitDone);
  }

  unsigned jobs() const {
    if (options_.jobs > 0) return options_.jobs;
    if (!kind_.is_here) return kJobsElsewhere;
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    return made_of_.device == "gpu" ? std::max(2u, cores) : cores;
  }

  batch::GradingSettings settings() const {
    batch::GradingSettings settings;
    settings.run = random_name();
    settings.submissions = submissions_.string();
    settings.class_folder = paths_.root().string();
    settings.rubric = real_path(options_.rubric).string();
    settings.device = made_of_.device;
    settings.counters = options_.device.counters;
    settings.no_sandbox = options_.no_sandbox;
    settings.jobs = jobs();
    settings.reports = options_.reports;
    return settings;
  }

  bool is_forced(const checks::Student& student) const {
    return options_.all || std::any_of(options_.regrade.begin(), options_.regrade.end(),
                                       [&](const auto& who) { return is_meant(who, student); });
  }

  /// Results that stand are taken over; what is left is to be graded. A result that is to be made
  /// again goes away first, so that a batch that is killed and started again still knows.
  std::vector<batch::TaskItem> find_work() {
    std::vector<batch::TaskItem> work;
    for (batch::TaskItem& item : items_of(intake_, submissions_, made_of_)) {
      if (is_forced(item.handed_in.student)) {
        shelf_.remove(item.key());
      } else if (auto result = shelf_.read(item.key()); result && is_current(*result, item)) {
        results_.insert_or_assign(item.key(), std::move(*result));
        continue;
      }
      work.push_back(std::move(item));
    }
    return work;
  }

  void say_remarks() const {
    for (const std::string& remark : intake_.remarks) {
      session_.err << "bankcheck: " << base::escape_terminal(remark, 400) << "\n";
    }
  }

  void say_what_begins(std::size_t work) {
    say_remarks();
    session_.out << fmt::format("{}: {}, {} to grade", intake_.platform,
                                checks::count_text(intake_.students.size(), "student", "students"),
                                work);
    if (!results_.empty()) session_.out << fmt::format(", {} graded already", results_.size());
    session_.out << std::endl;
  }

  int grade() {
    std::vector<batch::TaskItem> work = find_work();
    say_what_begins(work.size());
    if (work.empty()) return kExitDone;
    BatchProgress progress(session_.out, session_.is_terminal ? terminal_columns() : 0, work.size(),
                           Now::now());
    batch::RunHooks hooks;
    hooks.on_result = [&](const batch::StoredResult& result) {
      progress.add(result, Now::now());
      results_.insert_or_assign(result.entry.student.key, result);
    };
    hooks.say = [&](const std::string& text) { progress.say(text); };
    hooks.on_tick = [&](std::size_t running) { progress.tick(running, Now::now()); };
    SystemClock clock;
    const auto executor = make_executor(clock);
    if (!executor) return give_up(session_, executor.errors());
    batch::ClassRun class_run(settings(), std::move(work), {}, std::move(hooks),
                              {*executor.value(), shelf_, clock, place_task()});
    const base::Diagnostics errors = class_run.run(session_.stop);
    progress.finish();
    return errors.empty() ? static_cast<int>(kExitDone) : give_up(session_, errors);
  }

  base::Result<std::unique_ptr<batch::Executor>> make_executor(batch::Clock& clock) {
    std::error_code ignored;
    const std::string program = fs::read_symlink("/proc/self/exe", ignored).string();
    SlurmOptions slurm = options_.slurm;
    if (made_of_.device == "gpu") slurm.gpus = std::max(1u, slurm.gpus);
    return kind_.make({paths_, rubric_, {program, "batch-task"}, jobs(), slurm, clock});
  }

  std::function<base::Result<fs::path>(int, const batch::Task&)> place_task() {
    return [this](int number, const batch::Task& task) -> base::Result<fs::path> {
      const fs::path path = paths_.task(number);
      base::Diagnostics errors = base::write_file_whole(path, batch::task_text(task));
      if (!errors.empty()) return errors;
      return path;
    };
  }

  checks::ClassGrades class_grades() {
    checks::ClassGrades grades;
    grades.exercise = rubric_.exercise;
    grades.title = rubric_.title;
    grades.rubric_path = options_.rubric;
    grades.rubric_hash = rubric_.hash;
    grades.harness_version = version();
    grades.toolchain = made_of_.toolchain;
    grades.row_heading = rubric_.sweep.heading;
    for (const rubric::CheckSpec& check : rubric_.checks) grades.max_points += check.points;
    grades.pass_mark = std::min(rubric_.pass_mark, grades.max_points);
    const auto similar = find_similar();
    for (const batch::HandedIn& handed_in : intake_.students) {
      grades.entries.push_back(entry_of(handed_in));
      const auto found = similar.find(handed_in.student.key);
      if (found != similar.end()) grades.entries.back().similar_to = found->second;
    }
    return grades;
  }

  /// How long the grading took is left out: the class's files are the same whether it was graded in
  /// one go or in several. Who somebody is comes from this run's roster.
  checks::ClassEntry entry_of(const batch::HandedIn& handed_in) {
    if (handed_in.parts.empty()) {
      return batch::blank_entry(handed_in, checks::EntryState::kNoSubmission);
    }
    const auto result = results_.find(handed_in.student.key);
    if (result == results_.end()) {
      return batch::blank_entry(handed_in, checks::EntryState::kNotYet);
    }
    checks::ClassEntry entry = std::move(result->second.entry);
    entry.student = handed_in.student;
    entry.submitted = handed_in.submitted;
    entry.late = handed_in.late;
    entry.grading_seconds = 0;
    return entry;
  }

  std::map<std::string, std::vector<std::string>> find_similar() {
    std::map<std::string, batch::Prints> prints;
    for (auto& [key, result] : results_) prints.emplace(key, std::move(result.prints));
    return batch::similar_sources(prints, template_prints());
  }

  /// Of what was handed out, and of the solution: neither says who copied from whom.
  batch::Prints template_prints() const {
    constexpr std::size_t kSourceBytes = std::size_t{1} << 20;
    batch::Prints all;
    for (const char* folder : {"student_template", "reference"}) {
      const auto text = base::read_file(
          data_folder() / folder / rubric_.exercise / rubric_.source_file, kSourceBytes);
      if (!text) continue;
      const batch::Prints prints = batch::source_prints(text.value());
      all.insert(all.end(), prints.begin(), prints.end());
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  int sum_up() {
    const checks::ClassGrades grades = class_grades();
    for (const report::ClassFormat& format : report::class_table()) {
      const fs::path path = paths_.root() / format.file_name;
      const int status = write_output(session_, path.string(), format.render(grades));
      if (status != kExitDone) return status;
    }
    const batch::ClassSummary summary = batch::summarise(grades);
    session_.out << "\n"
                 << class_summary_text(summary, grades.row_heading) << "\n"
                 << "written to " << base::escape_terminal(options_.out) << ": " << written_files()
                 << "\n";
    if (session_.stop) {
      session_.out << "INTERRUPTED: the same command goes on where this one stopped\n";
      return kExitInterrupted;
    }
    return summary.has_trouble ? kExitOurs : kExitDone;
  }

  static std::string written_files() {
    std::string text;
    for (const report::ClassFormat& format : report::class_table()) {
      text += std::string(format.file_name) + ", ";
    }
    return text + "pages/, results/";
  }

  const Session& session_;
  const BatchOptions& options_;
  const ExecutorKind& kind_;
  fs::path submissions_;  ///< of an archive, where it was unpacked
  std::vector<std::string> left_out_;
  batch::ClassPaths paths_;
  batch::FileShelf shelf_;
  base::FileDescriptor lock_;
  rubric::Rubric rubric_;
  batch::Fingerprint made_of_;
  batch::Intake intake_;
  std::map<std::string, batch::StoredResult> results_;
};

}  // namespace

int run_batch(const Session& session, const BatchOptions& options) {
  return BatchRun(session, options).run();
}

}  // namespace bankcheck::cli
