#include "checks/sample_run.hpp"

namespace bankcheck::checks {
namespace {

TEST(DelaysCheck, PassesAKernelThatNeitherReadsAClockNorSleeps) {
  const Finding finding = SampleRun().judge("delays");
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.evidence, "the kernel neither reads a clock nor sleeps");
}

TEST(DelaysCheck, NamesWhatTheKernelDoesAndWhere) {
  SampleRun run;
  run.row("4").delays = {"sleeps (nanosleep) at line 12"};
  const Finding finding = run.judge("delays");
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence, "the kernel sleeps (nanosleep) at line 12");
}

TEST(DelaysCheck, FailsEvenWhereTheRowsDidNotEnd) {
  SampleRun run;
  run.row("4").outcome = base::RowOutcome::kTimedOut;
  run.row("4").delays = {"reads the clock at line 12"};
  EXPECT_EQ(run.judge("delays").evidence, "the kernel reads the clock at line 12");
}

TEST(EvenWorkCheck, PassesRowsThatDoWhatTheBaselineDoes) {
  SampleRun run;
  run.row("1").warp_instructions = 100000;
  run.row("8").warp_instructions = 150000;
  const Finding finding = run.judge("even_work");
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.evidence, "6 rows do the work of the baseline and their own accesses");
}

TEST(EvenWorkCheck, DoesNotCountTheAccessesThatAreMeasured) {
  SampleRun run;
  EXPECT_EQ(run.row("16").counts->shared_load.wavefronts, 16000u);
  EXPECT_EQ(run.judge("even_work").status, FindingStatus::kPassed);
}

TEST(EvenWorkCheck, FailsARowWithMoreInstructions) {
  SampleRun run;
  run.row("1").warp_instructions = 100000;
  run.row("16").warp_instructions = 160000;
  const Finding finding = run.judge("even_work");
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence, "stride 16: 160000 warp instructions, the baseline has 100000");
}

TEST(EvenWorkCheck, FailsARowThatIsSlowedDownByOtherMemoryTraffic) {
  SampleRun stores;
  stores.row("3").counts->shared_store = {1000, 32000, 32};
  EXPECT_EQ(stores.judge("even_work").evidence,
            "stride 3: 32000 shared store wavefronts, the baseline has 0");
  SampleRun loads;
  loads.row("3").counts->global_load = {1000, 4000};
  EXPECT_EQ(loads.judge("even_work").evidence,
            "stride 3: 4000 sectors of global loads, the baseline has 0");
}

}  // namespace
}  // namespace bankcheck::checks
