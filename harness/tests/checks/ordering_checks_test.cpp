#include "checks/sample_run.hpp"

namespace bankcheck::checks {
namespace {

rubric::CheckSpec closer(const SampleRun& run) {
  rubric::CheckSpec spec = run.spec("closer");
  spec.rows = {{"row", "3"}, {"to", "1"}, {"than", "4"}};
  return spec;
}

rubric::CheckSpec slower(const SampleRun& run) {
  rubric::CheckSpec spec = run.spec("slower");
  spec.rows = {{"row", "16"}, {"than", "8"}};
  return spec;
}

void set_time(SampleRun& run, const std::string& label, double ratio, double spread) {
  base::Timing timing;
  timing.ratio = ratio;
  timing.ratio_interquartile = spread;
  run.row(label).timing = timing;
}

TEST(CloserCheck, SaysBothDistances) {
  const SampleRun run;
  const Finding finding = run.judge(closer(run));
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.evidence, "stride 3 is 0.00 from stride 1 and 3.00 from stride 4");
}

TEST(CloserCheck, FailsWhenTheRowLiesNearerToTheOther) {
  SampleRun run;
  run.row("3").counts->shared_load = {1000, 3000, 3};
  const Finding finding = run.judge(closer(run));
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence, "stride 3 is 2.00 from stride 1 and 1.00 from stride 4");
}

TEST(CloserCheck, GivesNothingForAWrongResult) {
  SampleRun run;
  run.row("3").outcome = base::RowOutcome::kWrongResult;
  const Finding finding = run.judge(closer(run));
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence,
            "stride 3 is 0.00 from stride 1 and 3.00 from stride 4, but with a wrong result");
}

TEST(CloserCheck, GoesByTimesWhereThereAreAny) {
  SampleRun run;
  set_time(run, "1", 1.0, 0.01);
  set_time(run, "3", 1.02, 0.01);
  set_time(run, "4", 3.3, 0.01);
  EXPECT_EQ(run.judge(closer(run)).evidence,
            "stride 3 is 0.02 from stride 1 and 2.28 from stride 4");
}

TEST(CloserCheck, IsInconclusiveWhenTheDistancesDifferByLessThanTheNoise) {
  SampleRun run;
  set_time(run, "1", 1.0, 0.2);
  set_time(run, "3", 1.2, 0.2);
  set_time(run, "4", 1.5, 0.2);
  const Finding finding = run.judge(closer(run));
  EXPECT_EQ(finding.status, FindingStatus::kInconclusive);
  EXPECT_EQ(finding.evidence,
            "stride 3 is 0.20 from stride 1 and 0.30 from stride 4, which is within the noise");
}

TEST(SlowerCheck, SaysBothRatios) {
  const SampleRun run;
  const Finding finding = run.judge(slower(run));
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.evidence, "stride 16 has ratio 16.00, stride 8 has 8.00");
}

TEST(SlowerCheck, FailsWhenTheRowsAreEqual) {
  SampleRun run;
  run.row("16").counts->shared_load = {1000, 8000, 8};
  EXPECT_EQ(run.judge(slower(run)).status, FindingStatus::kFailed);
}

TEST(SlowerCheck, FailsWhenARowNeverReadSharedMemory) {
  SampleRun run;
  run.row("16").counts->shared_load = {};
  const Finding finding = run.judge(slower(run));
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence, "stride 16 has no ratio: nothing was counted there");
}

TEST(SlowerCheck, FailsWhenARowTimedOut) {
  SampleRun run;
  run.row("8").outcome = base::RowOutcome::kTimedOut;
  EXPECT_EQ(run.judge(slower(run)).evidence, "stride 8 ran into its time limit");
}

TEST(TimesAgreeCheck, PassesWhenTimesFallShortOfWavefrontsByLessThanTheBound) {
  SampleRun run;
  set_time(run, "8", 6.1, 0.01);
  EXPECT_EQ(run.judge("times_agree").status, FindingStatus::kPassed);
}

TEST(TimesAgreeCheck, IsOpenWhenATimeIsTooNoisyToJudgeBy) {
  SampleRun run;
  set_time(run, "8", 1.0, 0.9);
  run.row("8").timing->conclusive = false;
  run.row("8").timing->note = "too noisy";
  const Finding finding = run.judge("times_agree");
  EXPECT_EQ(finding.status, FindingStatus::kInconclusive);
  EXPECT_EQ(finding.evidence, "stride 8: too noisy");
}

TEST(SlowerCheck, IsOpenWhenATimeIsTooShortToJudgeBy) {
  SampleRun run;
  set_time(run, "8", 5.0, 0.01);
  set_time(run, "16", 9.0, 0.01);
  run.row("16").timing->conclusive = false;
  run.row("16").timing->note = "too short";
  EXPECT_EQ(run.judge(slower(run)).status, FindingStatus::kInconclusive);
  EXPECT_EQ(run.judge(slower(run)).evidence, "stride 16: too short");
}

TEST(TimesAgreeCheck, LeavesOutRowsWithoutARatioOfTimes) {
  SampleRun run;
  set_time(run, "8", 0, 0);
  EXPECT_EQ(run.judge("times_agree").status, FindingStatus::kNotApplicable);
}

TEST(TimesAgreeCheck, FailsWhenARowTakesTimeWithoutWavefronts) {
  SampleRun run;
  set_time(run, "8", 8.0, 0.01);
  run.row("8").counts->shared_load = {1000, 1000, 1};
  const Finding finding = run.judge("times_agree");
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence,
            "stride 8: 8.00 times the baseline's time, 1.00 times its wavefronts");
}

TEST(TimesAgreeCheck, FailsWhenARowHasWavefrontsThatTakeNoTime) {
  SampleRun run;
  set_time(run, "8", 4.7, 0.01);
  EXPECT_EQ(run.judge("times_agree").evidence,
            "stride 8: 4.70 times the baseline's time, 8.00 times its wavefronts");
}

TEST(TimesAgreeCheck, HasNothingToJudgeOnTheSimulator) {
  const Finding finding = SampleRun().judge("times_agree");
  EXPECT_EQ(finding.status, FindingStatus::kNotApplicable);
  EXPECT_EQ(finding.max_points, 0);
}

}  // namespace
}  // namespace bankcheck::checks
