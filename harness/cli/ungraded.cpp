#include "cli/ungraded.hpp"

#include "checks/check.hpp"
#include "cli/session.hpp"

namespace bankcheck::cli {
namespace {

checks::Grade empty_grade(const rubric::Rubric& rubric, const std::string& submission) {
  checks::Grade grade;
  grade.submission = submission;
  grade.exercise = rubric.exercise;
  grade.title = rubric.title;
  grade.rubric_path = rubric.path;
  grade.rubric_hash = rubric.hash;
  grade.harness_version = version();
  grade.row_heading = rubric.sweep.heading;
  grade.result_heading = rubric.sweep.result;
  grade.baseline = rubric.sweep.baseline;
  grade.pass_mark = rubric.pass_mark;
  return grade;
}

std::string text_of(const base::Diagnostics& errors) {
  std::string text;
  for (const base::Diagnostic& error : errors) {
    text += (text.empty() ? "" : "; ") + error.text;
    if (!error.file.empty()) text += " (" + error.file + ")";
  }
  return text;
}

/// Every check of the rubric with the same status, so that platforms find the checks that they
/// know.
checks::Grade with_all_checks(const rubric::Rubric& rubric, const std::string& submission,
                              checks::FindingStatus status, const std::string& evidence) {
  checks::Grade grade = empty_grade(rubric, submission);
  for (const rubric::CheckSpec& check : rubric.checks) {
    checks::Finding finding = checks::begin_finding(check);
    finding.status = status;
    finding.evidence = evidence;
    grade.findings.push_back(std::move(finding));
  }
  checks::decide(grade);
  grade.verdict_reason = evidence;
  return grade;
}

}  // namespace

checks::Grade unreadable_grade(const rubric::Rubric& rubric, const std::string& submission,
                               const base::Diagnostics& errors) {
  checks::Grade grade = with_all_checks(rubric, submission, checks::FindingStatus::kFailed,
                                        "the submission cannot be read: " + text_of(errors));
  grade.verdict = checks::Verdict::kFail;
  return grade;
}

checks::Grade trouble_grade(const rubric::Rubric& rubric, const std::string& submission,
                            const base::Diagnostics& errors) {
  checks::Grade grade =
      with_all_checks(rubric, submission, checks::FindingStatus::kNotJudged, text_of(errors));
  grade.verdict = checks::Verdict::kError;
  return grade;
}

}  // namespace bankcheck::cli
