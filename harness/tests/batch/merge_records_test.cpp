#include "batch/merge_records.hpp"

#include <gtest/gtest.h>

namespace bankcheck::batch {
namespace {

using base::RowOutcome;
using base::RowRecord;

RowRecord record(RowOutcome outcome, const std::string& text = {}) {
  RowRecord record;
  record.outcome = outcome;
  record.outcome_text = text;
  return record;
}

RowRecord merged(RowRecord simulated, RowRecord on_card) {
  merge_gpu_record(std::move(on_card), &simulated);
  return simulated;
}

TEST(MergeRecords, ARowThatIsFineOnBothHasCountsAndTimes) {
  RowRecord simulated = record(RowOutcome::kOk);
  simulated.counts.emplace();
  RowRecord on_card = record(RowOutcome::kOk);
  on_card.timing.emplace().ratio = 8;
  on_card.registers = 40;
  const RowRecord row = merged(simulated, on_card);
  EXPECT_EQ(row.outcome, RowOutcome::kOk);
  EXPECT_TRUE(row.counts);
  ASSERT_TRUE(row.timing);
  EXPECT_EQ(row.timing->ratio, 8);
  EXPECT_EQ(row.registers, 40u);
}

TEST(MergeRecords, WhatTheSimulatorFoundStandsBecauseItKnowsThePlace) {
  const RowRecord row = merged(record(RowOutcome::kCrashed, "thread 5 wrote past out"),
                               record(RowOutcome::kCrashed, "CUDA_ERROR_ILLEGAL_ADDRESS"));
  EXPECT_EQ(row.outcome_text, "thread 5 wrote past out");
}

TEST(MergeRecords, WhatOnlyTheCardFoundStands) {
  RowRecord on_card = record(RowOutcome::kWrongResult);
  on_card.mismatch.emplace().index = 7;
  const RowRecord row = merged(record(RowOutcome::kOk), on_card);
  EXPECT_EQ(row.outcome, RowOutcome::kWrongResult);
  ASSERT_TRUE(row.mismatch);
  EXPECT_EQ(row.mismatch->index, 7u);
}

TEST(MergeRecords, AMachineThatFailsDoesNotHideAFailureOfTheKernel) {
  EXPECT_EQ(merged(record(RowOutcome::kWrongResult), record(RowOutcome::kMachineTrouble)).outcome,
            RowOutcome::kWrongResult);
  EXPECT_EQ(merged(record(RowOutcome::kOk), record(RowOutcome::kMachineTrouble)).outcome,
            RowOutcome::kMachineTrouble);
}

TEST(MergeRecords, ARowThatOnlyTheCardCanRunIsFineAndSaysSo) {
  const RowRecord row = merged(record(RowOutcome::kUnsupported, "tex.2d"), record(RowOutcome::kOk));
  EXPECT_EQ(row.outcome, RowOutcome::kOk);
  EXPECT_EQ(row.outcome_text, "not simulated: tex.2d");
}

TEST(MergeRecords, HazardsOfBothAreKept) {
  RowRecord simulated = record(RowOutcome::kOk);
  simulated.hazards.resize(1);
  RowRecord on_card = record(RowOutcome::kCrashed);
  on_card.hazards.resize(2);
  EXPECT_EQ(merged(simulated, on_card).hazards.size(), 3u);
}

}  // namespace
}  // namespace bankcheck::batch
