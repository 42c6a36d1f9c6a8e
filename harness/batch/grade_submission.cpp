#include "batch/grade_submission.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "batch/resident_blocks.hpp"
#include "checks/check_table.hpp"
#include "checks/diagnoses.hpp"
#include "checks/measure.hpp"
#include "checks/row_plan.hpp"
#include "checks/table.hpp"
#include "checks/text.hpp"
#include "sandbox/isolation.hpp"

namespace bankcheck::batch {
namespace {

using base::RowOutcome;
using compile::CompileOutcome;

/// Row outcome and text of code that there is nothing to run of.
struct NoCode {
  RowOutcome outcome = RowOutcome::kMachineTrouble;
  std::string text;
};

NoCode no_code(const compile::CompiledCode& code, const rubric::Rubric& rubric) {
  if (code.outcome == CompileOutcome::kRejected) return {RowOutcome::kCompileError, ""};
  if (code.outcome == CompileOutcome::kTimedOut) {
    return {RowOutcome::kCompileError,
            fmt::format("compiling took longer than the limit of {} s",
                        checks::number_text(rubric.limits.compile_seconds))};
  }
  return {RowOutcome::kMachineTrouble, "the compiler could not run: " + code.trouble};
}

/// A compute capability as people write it, 9.0, and as nvcc does, 90.
std::string with_dot(std::string architecture) {
  return architecture.insert(architecture.size() - 1, ".");
}
std::string without_dot(std::string architecture) {
  std::erase(architecture, '.');
  return architecture;
}

class Grading {
 public:
  Grading(const submission::Submission& submission, const rubric::Rubric& rubric,
          const Workshop& workshop, const GradeOptions& options, const std::atomic<bool>& stop)
      : submission_(submission),
        rubric_(rubric),
        workshop_(workshop),
        options_(options),
        stop_(stop) {}

  checks::Grade run() {
    begin();
    if (!rubric_.kernels.empty()) {
      compile();
      plan();
      run_rows();
    }
    judge();
    add_notes();
    quote_files();
    return std::move(grade_);
  }

 private:
  void begin() {
    grade_.submission = submission_.name;
    grade_.submission_hash = submission_.hash;
    grade_.exercise = rubric_.exercise;
    grade_.title = rubric_.title;
    grade_.rubric_path = rubric_.path;
    grade_.rubric_hash = rubric_.hash;
    grade_.harness_version = options_.harness_version;
    grade_.row_heading = rubric_.sweep.heading;
    grade_.result_heading = rubric_.sweep.result;
    grade_.measure = rubric::name(rubric_.sweep.measure);
    grade_.measure_noun = checks::measure_noun(rubric_.sweep.measure);
    grade_.measure_is_total = checks::is_total(rubric_.sweep.measure);
    grade_.baseline = rubric_.sweep.baseline;
    grade_.ceiling = rubric_.sweep.ceiling;
    for (const rubric::CheckSpec& check : rubric_.checks) {
      const bool of_shared = check.kind == "shared_bytes" || check.kind == "no_more_shared";
      grade_.shows_shared_bytes = grade_.shows_shared_bytes || of_shared;
      grade_.asks_degrees = grade_.asks_degrees || check.kind == "predicted_degrees";
      grade_.asks_ratios = grade_.asks_ratios || check.kind == "reported_ratios";
    }
    if (rubric_.kernels.empty()) return;
    grade_.device = workshop_.device.info();
    grade_.isolation = sandbox::name(workshop_.runner.isolation());
    if (workshop_.toolchain) grade_.toolchain = "nvcc " + workshop_.toolchain.value().version;
  }

  bool shows_resident_blocks() const { return !rubric_.sweep.occupancy.empty(); }
  bool wants_cubin() const { return workshop_.device.wants_cubin() || shows_resident_blocks(); }

  /// A card's own, or the one that the rubric names for the simulator.
  std::string architecture() const {
    const std::string of_device = with_dot(workshop_.device.architecture());
    return shows_resident_blocks() && !workshop_.device.wants_cubin() ? rubric_.sweep.occupancy
                                                                      : of_device;
  }

  void compile() {
    if (!workshop_.toolchain) {
      code_.outcome = CompileOutcome::kTrouble;
      code_.trouble = workshop_.toolchain.errors().front().text;
      return;
    }
    code_ = compile::compile(workshop_.toolchain.value(), workshop_.runner, request(wants_cubin()));
    note_rejection();
  }

  compile::CompileRequest request(bool cubin) const {
    compile::CompileRequest request;
    request.source_path = submission_.source_name;
    for (const submission::SubmittedFile& file : submission_.files) {
      request.files.push_back({file.name, file.text});
    }
    request.rows_array = rubric_.sweep.rows_from;
    request.architecture = without_dot(architecture());
    request.seconds = rubric_.limits.compile_seconds;
    request.cubin = cubin;
    request.cache = workshop_.cache;
    return request;
  }

  void note_rejection() {
    if (code_.outcome == CompileOutcome::kRejected) {
      grade_.compiler_message = code_.first_error ? base::render(*code_.first_error) : code_.log;
    }
  }

  void plan() {
    checks::SweepPlan plan = checks::plan_rows(rubric_, code_.rows, options_.include_hidden);
    rows_ = std::move(plan.rows);
    grade_.notes.insert(grade_.notes.end(), plan.notes.begin(), plan.notes.end());
    for (const checks::RowPlan& row : rows_) record_.rows.push_back(checks::begin_record(row));
  }

  void run_rows() {
    record_.device = grade_.device;
    if (stop_) return;
    if (code_.outcome == CompileOutcome::kOk) {
      const RowJob job{rubric_, rows_, code_, submission_.hash};
      RunRemarks remarks = workshop_.device.run(job, record_.rows, stop_);
      record_.code_notes = std::move(remarks.notes);
      record_.counters_denied = remarks.counters_denied;
      if (!is_refused_by_assembler()) return show_resident_blocks(job);
    }
    const NoCode reason = no_code(code_, rubric_);
    for (base::RowRecord& row : record_.rows) {
      row.outcome = reason.outcome;
      row.outcome_text = reason.text;
    }
  }

  void show_resident_blocks(const RowJob& job) {
    if (!shows_resident_blocks()) return;
    const auto notes = add_resident_blocks(job, architecture(), record_.rows);
    record_.code_notes.insert(record_.code_notes.end(), notes.begin(), notes.end());
  }

  /// What the simulator does not know may be no PTX at all: inline assembly passes through nvcc
  /// unread. What the assembler refuses too is the student's error, and then takes the place of the
  /// code.
  bool is_refused_by_assembler() {
    const bool any_unsupported = std::any_of(
        record_.rows.begin(), record_.rows.end(),
        [](const base::RowRecord& row) { return row.outcome == RowOutcome::kUnsupported; });
    if (!any_unsupported || wants_cubin() || stop_) return false;
    compile::CompiledCode assembled =
        compile::compile(workshop_.toolchain.value(), workshop_.runner, request(true));
    if (assembled.outcome != CompileOutcome::kRejected) return false;
    code_ = std::move(assembled);
    note_rejection();
    return true;
  }

  bool is_cut_short() const {
    return stop_ && std::any_of(record_.rows.begin(), record_.rows.end(),
                                [](const auto& row) { return row.outcome == RowOutcome::kNotRun; });
  }

  void judge() {
    grade_.rows = checks::build_table(rubric_, record_);
    checks::add_answers(grade_.rows, rubric_, submission_.answers);
    for (const rubric::QuestionSpec& question : rubric_.questions) {
      const submission::Answer& answer = submission_.answers.at(question.key);
      if (question.type != rubric::AnswerType::kText || answer.text.empty()) continue;
      grade_.sentences.emplace_back(question.prompt, answer.text);
    }
    grade_.diagnoses = checks::diagnose(rubric_, grade_.rows, record_);
    if (is_cut_short()) return interrupted();
    const std::string& rows_note =
        code_.outcome == CompileOutcome::kOk ? code_.rows_note : kNotCompiled;
    const checks::CheckInput input{rubric_, grade_.rows, submission_.answers, code_.rows,
                                   rows_note};
    grade_.findings = checks::judge(input, options_.include_hidden);
    grade_.pass_mark = std::min(rubric_.pass_mark, reachable_points());
    checks::decide(grade_);
  }

  void interrupted() {
    grade_.interrupted = true;
    const auto ran = std::count_if(record_.rows.begin(), record_.rows.end(), [](const auto& row) {
      return row.outcome != RowOutcome::kNotRun;
    });
    grade_.verdict_reason =
        fmt::format("{} of {} rows ran; there is no verdict", ran, record_.rows.size());
  }

  /// Without the hidden checks the rubric's pass mark may be out of reach.
  double reachable_points() const {
    double points = 0;
    for (const checks::Finding& finding : grade_.findings) points += finding.max_points;
    return points;
  }

  void add_notes() {
    if (!code_.rows && !code_.rows_note.empty()) {
      grade_.notes.push_back(
          fmt::format("{} could not be read: {}", rubric_.sweep.rows_from, code_.rows_note));
    }
    grade_.notes.insert(grade_.notes.end(), record_.code_notes.begin(), record_.code_notes.end());
    for (const auto* remarks : {&submission_.remarks, &submission_.answers.remarks}) {
      for (const base::Diagnostic& remark : *remarks) add_remark(remark);
    }
    if (!options_.include_hidden) add_hidden_note();
  }

  void add_remark(const base::Diagnostic& remark) {
    std::string place = remark.file;
    if (remark.line > 0) place += fmt::format(":{}:{}", remark.line, remark.column);
    grade_.notes.push_back(place.empty() ? remark.text : place + ": " + remark.text);
  }

  void add_hidden_note() {
    const auto& rows = rubric_.sweep.rows;
    const auto hidden = static_cast<std::uint64_t>(std::count_if(
        rows.begin(), rows.end(), [](const rubric::RowSpec& row) { return row.hidden; }));
    if (hidden == 0) return;
    grade_.notes.push_back(fmt::format("when you hand in, {} run that this check does not show",
                                       checks::count_text(hidden, "more row is", "more rows are")));
  }

  bool has_counts_of(const std::string& name) const {
    return std::any_of(record_.rows.begin(), record_.rows.end(), [&](const auto& row) {
      return std::any_of(row.lines.begin(), row.lines.end(),
                         [&](const auto& line) { return line.line.file == name; });
    });
  }

  /// The file with the kernels first, so that it is the one a report begins with.
  void quote_files() {
    for (const bool main : {true, false}) {
      for (const submission::SubmittedFile& file : submission_.files) {
        if ((file.name == submission_.source_name) != main) continue;
        if (!main && !has_counts_of(file.name)) continue;
        grade_.files.push_back({file.name, file.text.substr(0, checks::QuotedFile::kBytes)});
      }
    }
  }

  static inline const std::string kNotCompiled = "the file does not compile";

  const submission::Submission& submission_;
  const rubric::Rubric& rubric_;
  const Workshop& workshop_;
  const GradeOptions& options_;
  const std::atomic<bool>& stop_;
  checks::Grade grade_;
  compile::CompiledCode code_;
  std::vector<checks::RowPlan> rows_;
  base::RunRecord record_;
};

}  // namespace

checks::Grade grade_submission(const submission::Submission& submission,
                               const rubric::Rubric& rubric, const Workshop& workshop,
                               const GradeOptions& options, const std::atomic<bool>& stop) {
  if (rubric.draws.empty()) return Grading(submission, rubric, workshop, options, stop).run();
  const std::string& seed = submission.answers.at(rubric.draw_question).text;
  const rubric::Rubric drawn = rubric::draw_numbers(rubric, seed);
  return Grading(submission, drawn, workshop, options, stop).run();
}

}  // namespace bankcheck::batch
