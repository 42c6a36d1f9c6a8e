#include "checks/grade.hpp"

#include <gtest/gtest.h>

namespace bankcheck::checks {
namespace {

Finding finding(FindingStatus status, double points, double max_points, bool required = false) {
  Finding result;
  result.title = "A check";
  result.evidence = "what was seen";
  result.status = status;
  result.points = points;
  result.max_points = max_points;
  result.required = required;
  return result;
}

Grade decided(double pass_mark, std::vector<Finding> findings) {
  Grade grade;
  grade.pass_mark = pass_mark;
  grade.findings = std::move(findings);
  decide(grade);
  return grade;
}

using enum FindingStatus;

TEST(Verdict, IsPassWithThePointsNeeded) {
  const Grade grade = decided(6, {finding(kPassed, 6, 6), finding(kFailed, 0, 4)});
  EXPECT_EQ(grade.verdict, Verdict::kPass);
  EXPECT_EQ(grade.verdict_reason, "6 of 10 points, 6 needed");
  EXPECT_EQ(exit_code(grade.verdict), 0);
}

TEST(Verdict, IsFailBelowThePointsNeeded) {
  const Grade grade = decided(7, {finding(kPassed, 6, 6), finding(kFailed, 0, 4)});
  EXPECT_EQ(grade.verdict, Verdict::kFail);
  EXPECT_EQ(exit_code(grade.verdict), 1);
}

TEST(Verdict, IsFailWhenARequiredCheckFailsWhateverThePoints) {
  const Grade grade = decided(5, {finding(kPassed, 9, 9), finding(kFailed, 0, 1, true)});
  EXPECT_EQ(grade.verdict, Verdict::kFail);
  EXPECT_EQ(grade.verdict_reason, "9 of 10 points, 5 needed; 'A check' must pass");
}

TEST(Verdict, IsErrorWhenACheckMetOurTroubleEvenIfAnotherFailed) {
  const Grade grade = decided(5, {finding(kFailed, 0, 9, true), finding(kError, 0, 1)});
  EXPECT_EQ(grade.verdict, Verdict::kError);
  EXPECT_EQ(grade.verdict_reason, "A check: what was seen");
  EXPECT_EQ(exit_code(grade.verdict), 3);
}

TEST(Verdict, NamesTheRowThatWeCouldNotRun) {
  Grade grade;
  grade.row_heading = "stride";
  grade.findings = {finding(kError, 0, 1)};
  TableRow row;
  row.record.label = "8";
  row.record.outcome = base::RowOutcome::kMachineTrouble;
  row.record.outcome_text = "the GPU is lost";
  grade.rows = {row};
  decide(grade);
  EXPECT_EQ(grade.verdict_reason, "stride 8 met machine trouble: the GPU is lost");
}

TEST(Verdict, IsErrorWhenACheckCouldNotBeJudged) {
  EXPECT_EQ(decided(5, {finding(kNotJudged, 0, 9)}).verdict, Verdict::kError);
}

TEST(Verdict, IsInconclusiveWhenTheOpenPointsDecide) {
  const Grade grade = decided(7, {finding(kPassed, 6, 6), finding(kInconclusive, 0, 4)});
  EXPECT_EQ(grade.verdict, Verdict::kInconclusive);
  EXPECT_EQ(exit_code(grade.verdict), 4);
}

TEST(Verdict, IsInconclusiveWhenARequiredCheckIsOpen) {
  EXPECT_EQ(decided(5, {finding(kPassed, 6, 6), finding(kInconclusive, 0, 4, true)}).verdict,
            Verdict::kInconclusive);
}

TEST(Verdict, IsPassWhenTheOpenPointsAreNotNeeded) {
  EXPECT_EQ(decided(5, {finding(kPassed, 6, 6), finding(kInconclusive, 0, 4)}).verdict,
            Verdict::kPass);
}

TEST(Verdict, IsFailWhenTheOpenPointsWouldNotSaveIt) {
  EXPECT_EQ(decided(9, {finding(kFailed, 0, 6), finding(kInconclusive, 0, 4)}).verdict,
            Verdict::kFail);
}

TEST(Verdict, DoesNotMissThePassMarkByARoundingError) {
  const Grade grade = decided(1, std::vector<Finding>(10, finding(kPassed, 0.1, 0.1)));
  EXPECT_LT(grade.points, 1.0);
  EXPECT_EQ(grade.verdict, Verdict::kPass);
}

}  // namespace
}  // namespace bankcheck::checks
