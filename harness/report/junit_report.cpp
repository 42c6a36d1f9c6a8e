// A grade as JUnit XML, for CI: a test case for each check, and one for the verdict.
//
// A check that the measurement could not decide is skipped; what is ours is an error. Neither is a
// failure, which is the submission's own. The case `verdict` carries the whole: an INCONCLUSIVE or
// an ERROR is an error there, so that no CI takes either for a pass. It is the instructor's report:
// hidden checks are in it.
#include "checks/text.hpp"
#include "report/junit.hpp"
#include "report/report_table.hpp"
#include "report/student_view.hpp"

namespace bankcheck::report {
namespace {

JUnitOutcome outcome_of(checks::FindingStatus status) {
  switch (status) {
    case checks::FindingStatus::kPassed:
      return JUnitOutcome::kPassed;
    case checks::FindingStatus::kFailed:
      return JUnitOutcome::kFailure;
    case checks::FindingStatus::kInconclusive:
    case checks::FindingStatus::kNotApplicable:
      return JUnitOutcome::kSkipped;
    default:
      return JUnitOutcome::kError;
  }
}

JUnitCase case_of(const checks::Finding& finding, bool hints) {
  JUnitCase test;
  test.name = finding.title.empty() ? finding.id : finding.title;
  test.outcome = outcome_of(finding.status);
  test.type = test.outcome == JUnitOutcome::kFailure ? "Failed" : "Error";
  test.message = finding.evidence;
  test.details = finding_text(finding, hints);
  return test;
}

JUnitCase verdict_case(const checks::Grade& grade) {
  JUnitCase test;
  test.name = "verdict";
  test.type = grade.interrupted ? "INTERRUPTED" : checks::name(grade.verdict);
  test.message = grade.verdict_reason;
  test.outcome = !has_mark(grade)                          ? JUnitOutcome::kError
                 : grade.verdict == checks::Verdict::kPass ? JUnitOutcome::kPassed
                                                           : JUnitOutcome::kFailure;
  return test;
}

}  // namespace

std::string render_junit(const checks::Grade& grade, const ReportOptions& options) {
  JUnitSuite suite;
  suite.name = grade.exercise.empty() ? "bankcheck" : grade.exercise;
  suite.properties = {{"bankcheck.submission", grade.submission},
                      {"bankcheck.submission_sha256", grade.submission_hash},
                      {"bankcheck.rubric_sha256", grade.rubric_hash},
                      {"bankcheck.max_points", checks::points_text(grade.max_points)}};
  if (has_mark(grade)) {
    suite.properties.emplace_back("bankcheck.points", checks::points_text(grade.points));
  }
  for (const checks::Finding& finding : grade.findings) {
    suite.cases.push_back(case_of(finding, options.hints));
  }
  suite.cases.push_back(verdict_case(grade));
  suite.output = render_text(grade, {false, options.hints});
  return render_junit_document(suite);
}

}  // namespace bankcheck::report
