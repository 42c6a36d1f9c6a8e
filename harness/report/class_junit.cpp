// The class as JUnit XML: a test case for each student.
#include "report/class_table.hpp"
#include "report/junit.hpp"

namespace bankcheck::report {
namespace {

/// What is not there to be judged is skipped; what should have been judged and was not is an error.
JUnitOutcome outcome_of(const checks::ClassEntry& entry) {
  using checks::EntryState;
  if (entry.state == EntryState::kNoSubmission || entry.state == EntryState::kNotYet) {
    return JUnitOutcome::kSkipped;
  }
  if (!mark_of(entry)) return JUnitOutcome::kError;
  return entry.verdict == checks::Verdict::kPass ? JUnitOutcome::kPassed : JUnitOutcome::kFailure;
}

std::string failed_checks(const checks::ClassEntry& entry) {
  std::string text;
  for (const checks::EntryFinding& finding : entry.findings) {
    if (finding.status == checks::FindingStatus::kPassed) continue;
    text += finding.title + ": " + finding.evidence + "\n";
  }
  return text;
}

}  // namespace

std::string render_class_junit(const checks::ClassGrades& grades) {
  JUnitSuite suite;
  suite.name = grades.exercise.empty() ? "bankcheck" : grades.exercise;
  suite.properties = {{"bankcheck.rubric_sha256", grades.rubric_hash}};
  for (const checks::ClassEntry& entry : grades.entries) {
    const std::string standing = standing_of(entry);
    const std::string message = entry.reason.empty() ? standing : standing + ": " + entry.reason;
    suite.cases.push_back({entry.student.key, outcome_of(entry), standing, message,
                           failed_checks(entry), entry.grading_seconds});
  }
  return render_junit_document(suite);
}

}  // namespace bankcheck::report
