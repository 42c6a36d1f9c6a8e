// What a student is told to do, and about what first.
#include "checks/hazard_advice.hpp"

#include "sample_run.hpp"

namespace bankcheck::checks {
namespace {

using base::HazardKind;

base::Hazard hazard(HazardKind kind, int line, bool fatal = false) {
  base::Hazard hazard;
  hazard.kind = kind;
  hazard.fatal = fatal;
  hazard.line = {"probe.cu", line};
  return hazard;
}

std::vector<int> lines_by_cause(const std::vector<base::Hazard>& hazards) {
  std::vector<int> lines;
  for (const base::Hazard* entry : by_cause(hazards)) lines.push_back(entry->line.line);
  return lines;
}

TEST(HazardAdvice, PutsAMissingBarrierBeforeWhatFollowsFromIt) {
  EXPECT_EQ(lines_by_cause(
                {hazard(HazardKind::kUninitialisedRead, 1), hazard(HazardKind::kSharedRace, 2),
                 hazard(HazardKind::kMissingBarrier, 3), hazard(HazardKind::kMissingBarrier, 4)}),
            (std::vector{3, 4, 2, 1}));
}

TEST(HazardAdvice, PutsWhatEndedTheRowFirstButNotWaiting) {
  EXPECT_EQ(lines_by_cause({hazard(HazardKind::kSharedRace, 1),
                            hazard(HazardKind::kDivergentBarrier, 2, true)}),
            (std::vector{2, 1}));
  EXPECT_EQ(lines_by_cause(
                {hazard(HazardKind::kSharedRace, 1), hazard(HazardKind::kEndlessLoop, 2, true)}),
            (std::vector{1, 2}));
}

TEST(HazardAdvice, IsThereForEachKindThatAStudentCanMend) {
  for (int kind = 0; kind <= static_cast<int>(HazardKind::kGuardWordTouched); ++kind) {
    const auto of_kind = static_cast<HazardKind>(kind);
    const bool says_itself = of_kind == HazardKind::kTrap || of_kind == HazardKind::kUnsupported;
    EXPECT_EQ(advice(hazard(of_kind, 1)).empty(), says_itself) << kind;
  }
}

TEST(HazardAdvice, OnAResultIsAboutTheHazardFirst) {
  base::RowRecord record;
  record.mismatch.emplace();
  record.hazards = {hazard(HazardKind::kSharedRace, 30), hazard(HazardKind::kMissingBarrier, 37)};
  EXPECT_EQ(advice_on_result(record),
            "mend the missing barrier at probe.cu:37 first: until then the result is chance");
}

TEST(HazardAdvice, OnAResultThatNobodyStoredAsksForTheStore) {
  base::RowRecord record;
  record.mismatch.emplace();
  record.mismatch->buffer = "out";
  record.mismatch->never_written = true;
  EXPECT_EQ(advice_on_result(record).find("no thread stored this element of `out`"), 0u);
}

TEST(HazardAdvice, NamesTheLineWhereARowEnded) {
  SampleRun run;
  run.row("8").outcome = base::RowOutcome::kCrashed;
  run.row("8").hazards = {hazard(HazardKind::kOutOfBounds, 30, true)};
  EXPECT_EQ(run.judge("degrees").evidence, "stride 8 crashed at probe.cu:30");
}

TEST(HazardAdvice, ForAKernelThatReadsNothingIsAboutItsUnusedReads) {
  SampleRun run;
  run.row("8").counts = base::MemoryCounts{};
  run.row("8").ledger = base::LedgerOutcome{false, std::nullopt, "made no shared read"};
  EXPECT_EQ(run.judge("reads").hint, kUnusedReads);
  EXPECT_NE(run.judge("degrees").hint.find(kUnusedReads), std::string::npos);
}

TEST(HazardAdvice, ForAFileThatDoesNotCompileIsAboutTheCompilersError) {
  SampleRun run;
  run.list_rows(std::nullopt, "the file does not compile");
  for (const char* label : {"1", "2", "4", "3", "8", "16"}) {
    run.row(label).outcome = base::RowOutcome::kCompileError;
  }
  EXPECT_EQ(run.judge("rows_added").hint, "mend the compiler's first error, which stands above");
}

}  // namespace
}  // namespace bankcheck::checks
