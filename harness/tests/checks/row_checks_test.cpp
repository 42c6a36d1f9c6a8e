#include "checks/sample_run.hpp"

namespace bankcheck::checks {
namespace {

using base::RowOutcome;

base::Mismatch half_the_sum() {
  base::Mismatch mismatch;
  mismatch.buffer = "out";
  mismatch.index = 785;
  mismatch.thread = base::ThreadId{{3, 0, 0}, {17, 0, 0}};
  mismatch.found = 1024;
  mismatch.wanted = 2048;
  mismatch.wrong_elements = 2048;
  mismatch.elements = 2048;
  return mismatch;
}

TEST(ResultCheck, PassesWhenEveryRowRanRight) {
  const Finding finding = SampleRun().judge("result");
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.points, 10);
  EXPECT_EQ(finding.evidence, "every element of 6 rows is right");
}

TEST(ResultCheck, NamesRowBlockThreadFoundAndWanted) {
  SampleRun run;
  run.row("8").outcome = RowOutcome::kWrongResult;
  run.row("8").mismatch = half_the_sum();
  const Finding finding = run.judge("result");
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.points, 0);
  EXPECT_EQ(finding.evidence,
            "stride 8: block 3 thread 17: 1024, wanted 2048 (2048 of 2048 elements wrong)");
}

TEST(ResultCheck, CountsTheOtherWrongRows) {
  SampleRun run;
  for (const char* label : {"2", "8", "16"}) {
    run.row(label).outcome = RowOutcome::kWrongResult;
    run.row(label).mismatch = half_the_sum();
  }
  EXPECT_EQ(run.judge("result").evidence,
            "stride 2: block 3 thread 17: 1024, wanted 2048 (2048 of 2048 elements wrong) "
            "(and 2 more of 6 rows)");
}

TEST(ResultCheck, FailsWithTheReasonWhenARowCrashed) {
  SampleRun run;
  run.row("3").outcome = RowOutcome::kCrashed;
  run.row("3").outcome_text = "line 9: read past the end of tile";
  const Finding finding = run.judge("result");
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence, "stride 3 crashed");
}

TEST(ResultCheck, IsAnErrorOfOursWhenTheMachineFailedEvenIfAnotherRowIsWrong) {
  SampleRun run;
  run.row("2").outcome = RowOutcome::kWrongResult;
  run.row("2").mismatch = half_the_sum();
  run.row("3").outcome = RowOutcome::kMachineTrouble;
  run.row("3").outcome_text = "the GPU is lost";
  const Finding finding = run.judge("result");
  EXPECT_EQ(finding.status, FindingStatus::kError);
  EXPECT_EQ(finding.evidence, "stride 3 met machine trouble");
}

TEST(ResultCheck, IsNotJudgedWhenTheDeviceDoesNotSupportTheKernel) {
  SampleRun run;
  run.row("3").outcome = RowOutcome::kUnsupported;
  run.row("3").outcome_text = "wmma.load at line 12";
  const Finding finding = run.judge("result");
  EXPECT_EQ(finding.status, FindingStatus::kNotJudged);
  EXPECT_EQ(finding.evidence, "stride 3 is not supported here");
}

TEST(ReadsCheck, PassesWhenEveryLedgerWasKept) {
  const Finding finding = SampleRun().judge("reads");
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.evidence, "in 6 rows every thread made exactly its own shared reads");
}

TEST(ReadsCheck, SaysWhichThreadDidNotMakeItsReads) {
  SampleRun run;
  run.row("16").ledger = base::LedgerOutcome{false, base::ThreadId{{0, 0, 0}, {1, 0, 0}},
                                             "made 1024 shared reads, 2048 wanted"};
  const Finding finding = run.judge("reads");
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence, "stride 16: block 0 thread 1 made 1024 shared reads, 2048 wanted");
}

TEST(ReadsCheck, FailsWhenASumWasShared) {
  SampleRun run;
  run.row("2").order_receipt =
      base::LedgerOutcome{false, base::ThreadId{}, "has the same sum as all threads"};
  const Finding finding = run.judge("reads");
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence, "stride 2: block 0 thread 0 has the same sum as all threads");
}

TEST(ReadsCheck, IsAnErrorOfOursWhenNoLedgerWasKept) {
  SampleRun run;
  run.row("2").ledger.reset();
  EXPECT_EQ(run.judge("reads").status, FindingStatus::kError);
}

TEST(DegreesCheck, PassesWhenTheCountsAreThePredictedOnes) {
  const Finding finding = SampleRun().judge("degrees");
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.evidence, "6 rows took the predicted wavefronts per shared load request");
}

TEST(DegreesCheck, ShowsMeasuredBesidePredicted) {
  SampleRun run;
  run.row("8").counts->shared_load = {1000, 1000, 1};
  const Finding finding = run.judge("degrees");
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence, "stride 8: 1.00 wavefronts per shared load request, 8 predicted");
}

TEST(DegreesCheck, FailsWhenSharedMemoryWasNeverRead) {
  SampleRun run;
  run.row("8").counts->shared_load = {};
  EXPECT_EQ(run.judge("degrees").evidence,
            "stride 8: no wavefronts per shared load request to count, 8 predicted");
}

TEST(DegreesCheck, AllowsWhatTheRubricToleratesAndNoMore) {
  SampleRun run;
  run.row("8").counts->shared_load = {1000, 8400, 9};
  rubric::CheckSpec spec = run.spec("degrees");
  spec.numbers["tolerance"] = 0.05;
  EXPECT_EQ(run.judge(spec).status, FindingStatus::kPassed);
  spec.numbers["tolerance"] = 0.04;
  EXPECT_EQ(run.judge(spec).status, FindingStatus::kFailed);
}

TEST(HazardsCheck, PassesWhenNothingWasSeen) {
  EXPECT_EQ(SampleRun().judge("hazards").evidence, "none seen in 6 rows");
}

base::Hazard race() {
  base::Hazard hazard;
  hazard.kind = base::HazardKind::kSharedRace;
  hazard.line = {"/home/student/probe.cu", 12};
  hazard.text = "threads 0 and 16 store different values to tile[0]";
  hazard.occurrences = 3;
  return hazard;
}

TEST(HazardsCheck, SaysWhatWasSeenAtWhichLine) {
  SampleRun run;
  run.row("2").hazards.push_back(race());
  run.row("4").hazards.push_back(race());
  const Finding finding = run.judge("hazards");
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence,
            "stride 2: probe.cu:12: threads 0 and 16 store different values to tile[0] (3 times) "
            "(and 1 more of 6 rows)");
}

TEST(HazardsCheck, LetsPassWhatTheRubricAllows) {
  SampleRun run;
  run.row("2").hazards.push_back(race());
  rubric::CheckSpec spec = run.spec("hazards");
  spec.texts = {"race"};
  EXPECT_EQ(run.judge(spec).status, FindingStatus::kPassed);
}

TEST(RowsAddedCheck, PassesWhenTheRowsAreListed) {
  SampleRun run;
  rubric::CheckSpec spec = run.spec("rows_added");
  spec.row_set = {"3", "8", "16"};
  EXPECT_EQ(run.judge(spec).evidence, "kStrides has 3, 8, 16");
}

TEST(RowsAddedCheck, GivesPointsForTheRowsThatAreThere) {
  SampleRun run;
  run.list_rows(std::vector<std::int64_t>{1, 2, 4, 8});
  rubric::CheckSpec spec = run.spec("rows_added");
  spec.row_set = {"3", "8"};
  const Finding finding = run.judge(spec);
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.points, 5);
  EXPECT_EQ(finding.evidence, "kStrides lacks 3");
  EXPECT_EQ(finding.hint, "add 3 to kStrides");
}

TEST(RowsAddedCheck, SaysWhyTheRowsCouldNotBeRead) {
  SampleRun run;
  run.list_rows(std::nullopt, "there is no kStrides at namespace scope");
  rubric::CheckSpec spec = run.spec("rows_added");
  const Finding finding = run.judge(spec);
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.points, 0);
  EXPECT_EQ(finding.evidence,
            "kStrides could not be read: there is no kStrides at namespace scope");
}

}  // namespace
}  // namespace bankcheck::checks
