#include "checks/sample_run.hpp"

namespace bankcheck::checks {
namespace {

base::Hazard race() {
  base::Hazard hazard;
  hazard.kind = base::HazardKind::kSharedRace;
  hazard.line = {"probe.cu", 12};
  hazard.text = "threads 0 and 16 store different values to tile[0]";
  return hazard;
}

rubric::CheckSpec wants_race(const SampleRun& run) {
  rubric::CheckSpec spec = run.spec("hazard_found");
  spec.row_set = {"2", "4"};
  spec.texts = {"race", "missing_barrier"};
  return spec;
}

TEST(HazardFoundCheck, PassesWhenEachRowShowsOneOfTheKinds) {
  SampleRun run;
  run.row("2").hazards.push_back(race());
  run.row("4").hazards.push_back(race());
  run.row("4").hazards[0].kind = base::HazardKind::kMissingBarrier;
  const Finding finding = run.judge(wants_race(run));
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.evidence,
            "stride 2: probe.cu:12: threads 0 and 16 store different values to tile[0]");
}

TEST(HazardFoundCheck, FailsForARowThatShowsNone) {
  SampleRun run;
  run.row("2").hazards.push_back(race());
  const Finding finding = run.judge(wants_race(run));
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence, "stride 4: no race or missing_barrier seen");
}

TEST(HazardFoundCheck, CountsWhatWasSeenBeforeARowCrashed) {
  SampleRun run;
  for (const char* label : {"2", "4"}) {
    run.row(label).hazards.push_back(race());
    run.row(label).outcome = base::RowOutcome::kCrashed;
  }
  EXPECT_EQ(run.judge(wants_race(run)).status, FindingStatus::kPassed);
  run.row("4").hazards.clear();
  EXPECT_EQ(run.judge(wants_race(run)).evidence, "stride 4 crashed");
}

TEST(HazardsCheck, SaysThatARaceIsNoBankConflict) {
  SampleRun run;
  run.row("2").hazards.push_back(race());
  EXPECT_EQ(run.judge("hazards").hint.find("this is a race, not a bank conflict"), 0u);
  run.row("2").hazards[0].kind = base::HazardKind::kUninitialisedRead;
  EXPECT_EQ(run.judge("hazards").hint.find("store to every word before any thread reads it"), 0u);
}

base::LineCounts line(int number, std::uint64_t loads, std::uint64_t wavefronts) {
  base::LineCounts counts;
  counts.line = {"probe.cu", number};
  counts.counts.shared_load = {loads, wavefronts, 0};
  return counts;
}

TEST(LineDegreesCheck, NamesTheWorstLine) {
  SampleRun run;
  rubric::CheckSpec spec = run.spec("line_degrees");
  spec.row_set = {"2"};
  run.row("2").lines = {line(9, 10, 10), line(14, 10, 320), line(15, 10, 20)};
  const Finding finding = run.judge(spec);
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence,
            "stride 2: probe.cu:14: 32.00 wavefronts per shared load request, 1 allowed");
  spec.numbers["at_most"] = 32;
  EXPECT_EQ(run.judge(spec).evidence,
            "no line takes more than 32 wavefronts per shared load request");
}

TEST(LineDegreesCheck, FailsWhereThereIsNothingToCount) {
  SampleRun run;
  rubric::CheckSpec spec = run.spec("line_degrees");
  spec.row_set = {"2"};
  EXPECT_EQ(run.judge(spec).evidence, "stride 2: no wavefronts per shared load request to count");
  spec.measure = rubric::Measure::kSharedStoreWavefronts;
  run.row("2").lines = {line(9, 10, 10)};
  EXPECT_EQ(run.judge(spec).status, FindingStatus::kFailed);
}

TEST(SharedBytesCheck, HoldsEachRowToItsBounds) {
  SampleRun run;
  rubric::CheckSpec spec = run.spec("shared_bytes");
  spec.row_set = {"2"};
  spec.numbers = {{"at_least", 4096}, {"at_most", 4224}};
  run.row("2").shared_bytes = 4224;
  EXPECT_EQ(run.judge(spec).status, FindingStatus::kPassed);
  EXPECT_EQ(run.judge(spec).evidence, "stride 2: 4224 bytes of shared memory a block");
  run.row("2").shared_bytes = 4352;
  EXPECT_EQ(run.judge(spec).evidence,
            "stride 2: 4352 bytes of shared memory a block, at most 4224 allowed");
  run.row("2").shared_bytes = 0;
  EXPECT_EQ(run.judge(spec).evidence,
            "stride 2: 0 bytes of shared memory a block, at least 4096 wanted");
}

TEST(NoMoreSharedCheck, ComparesTwoRows) {
  SampleRun run;
  rubric::CheckSpec spec = run.spec("no_more_shared");
  spec.rows = {{"row", "8"}, {"than", "2"}};
  run.row("8").shared_bytes = 4096;
  run.row("2").shared_bytes = 4096;
  EXPECT_EQ(run.judge(spec).status, FindingStatus::kPassed);
  run.row("8").shared_bytes = 4224;
  const Finding finding = run.judge(spec);
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence,
            "stride 8: 4224 bytes of shared memory a block; "
            "stride 2: 4096 bytes of shared memory a block");
}

TEST(RatioCheck, HoldsTheRatioOfCountsToItsBounds) {
  SampleRun run;
  rubric::CheckSpec spec = run.spec("ratio");
  spec.rows = {{"row", "16"}, {"to", "2"}};
  spec.numbers = {{"at_least", 8}, {"at_most", 8}};
  Finding finding = run.judge(spec);
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.evidence,
            "stride 16 has 16 wavefronts per shared load request, stride 2 has 2: ratio 8.00");
  spec.numbers["at_least"] = 8.5;
  spec.numbers["at_most"] = 9;
  finding = run.judge(spec);
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_NE(finding.evidence.find("ratio 8.00, at least 8.5 wanted"), std::string::npos);
  spec.numbers = {{"at_least", 1}, {"at_most", 2}};
  EXPECT_NE(run.judge(spec).evidence.find("ratio 8.00, at most 2 allowed"), std::string::npos);
}

TEST(RatioCheck, FailsWhereARowHasNothingToCount) {
  SampleRun run;
  rubric::CheckSpec spec = run.spec("ratio");
  spec.rows = {{"row", "16"}, {"to", "2"}};
  spec.measure = rubric::Measure::kGlobalLoadSectors;
  EXPECT_EQ(run.judge(spec).evidence, "stride 16 has no sectors per global load request to count");
}

TEST(DegreesCheck, TellsPaddingThatNoIndexKnowsOf) {
  SampleRun run;
  run.row("2").shared_bytes = 4096;
  run.row("1").shared_bytes = 4224;
  run.row("1").counts->shared_load = {1000, 2000, 2};
  EXPECT_EQ(run.judge("degrees").hint,
            "stride 1 takes 128 bytes of shared memory more than stride 2 and as many wavefronts: "
            "the allocation is padded, and an index still counts with the old width");
  run.row("1").shared_bytes = 4096;
  EXPECT_EQ(run.judge("degrees").hint.find("bankcheck explain --index"), 0u);
}

TEST(DegreesCheck, TellsABroadcastWhereAConflictWasPredicted) {
  SampleRun run;
  run.row("8").counts->shared_load = {1000, 1000, 1};
  EXPECT_EQ(run.judge("degrees").hint.find("the kernel does not make the accesses"), 0u);
  base::SeenAccess one_word;
  one_word.access = {base::AccessKind::kLoad, 4, base::kFullMask, {}};
  run.row("8").first_accesses = {one_word};
  EXPECT_EQ(run.judge("degrees").hint.find("lanes that ask for the same word are served together"),
            0u);
}

TEST(DegreesCheck, NamesTheLineThatTakesMost) {
  SampleRun run;
  run.row("1").counts->shared_load = {1000, 2000, 2};
  run.row("1").lines = {line(9, 10, 10), line(14, 10, 320)};
  EXPECT_EQ(run.judge("degrees").evidence,
            "stride 1: 2.00 wavefronts per shared load request, 1 predicted: see probe.cu:14");
}

/// As an empty kernel, and one that writes the wrong thing.
void make_idle(base::RowRecord& row) {
  row.counts->shared_load = {};
  row.counts->global_store = {32, 128};
  row.outcome = base::RowOutcome::kWrongResult;
  row.mismatch.emplace();
}

TEST(IdleRows, EarnNothingForWhatTheyDoNotDoWrong) {
  for (const char* kind : {"hazards", "delays", "even_work"}) {
    SampleRun run;
    EXPECT_EQ(run.judge(kind).points, 10) << kind;
    make_idle(run.row("8"));
    const Finding finding = run.judge(kind);
    EXPECT_EQ(finding.status, FindingStatus::kFailed) << kind;
    EXPECT_EQ(finding.points, 0) << kind;
    EXPECT_EQ(finding.evidence,
              "stride 8 never accesses shared memory, and its result is wrong: there is nothing "
              "that this could be seen in")
        << kind;
  }
}

TEST(IdleRows, AreNotThoseWithARightResult) {
  SampleRun run;
  make_idle(run.row("8"));
  run.row("8").outcome = base::RowOutcome::kOk;
  run.row("8").mismatch.reset();
  EXPECT_EQ(run.judge("hazards").status, FindingStatus::kPassed);
  run.row("8").counts->global_store = {};
  EXPECT_EQ(run.judge("hazards").evidence,
            "stride 8 never accesses shared memory, and its result is missing: there is nothing "
            "that this could be seen in");
}

TEST(IdleRows, AreNotThoseThatOnlyACardRan) {
  SampleRun run;
  run.row("8").counts.reset();
  EXPECT_EQ(run.judge("hazards").status, FindingStatus::kPassed);
}

TEST(NoMoreSharedCheck, FailsForAKernelWithoutSharedMemory) {
  SampleRun run;
  rubric::CheckSpec spec = run.spec("no_more_shared");
  spec.rows = {{"row", "8"}, {"than", "1"}};
  run.row("1").shared_bytes = 4096;
  run.row("8").shared_bytes = 4096;
  EXPECT_EQ(run.judge(spec).status, FindingStatus::kPassed);
  make_idle(run.row("8"));
  run.row("8").shared_bytes = 0;
  EXPECT_EQ(run.judge(spec).status, FindingStatus::kFailed);
}

}  // namespace
}  // namespace bankcheck::checks
