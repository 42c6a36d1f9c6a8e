// Kernels that try to get by without doing their work, on a real card.
#include <cmath>

#include "card_fixture.hpp"

namespace bankcheck::card {
namespace {

using base::HazardKind;
using base::RowOutcome;
using base::RowRecord;

/// Strides 1, 2 and 4, the one of 2 on `entry`.
std::vector<RowRecord> run_between_honest_rows(const std::string& entry) {
  gpu::GpuJob job = honest_sweep({1, 2, 4});
  job.rows[1] = kernel_row("2", entry, 2);
  job.timing.maximum_rounds = 20;
  auto rows = run(job);
  for (const std::size_t row : {0u, 2u}) {
    EXPECT_EQ(rows[row].outcome, RowOutcome::kOk) << rows[row].outcome_text;
    EXPECT_TRUE(rows[row].timing && rows[row].timing->median_ms > 0);
  }
  return rows;
}

using ReceiptsOnCard = OnCard;

TEST_F(ReceiptsOnCard, AnHonestKernelIsFine) {
  EXPECT_EQ(run_between_honest_rows("honest")[1].outcome, RowOutcome::kOk);
}

TEST_F(ReceiptsOnCard, AKernelThatReadsOnItsFirstLaunchOnlyIsWrong) {
  const auto rows = run_between_honest_rows("reads_on_first_launch_only");
  EXPECT_EQ(rows[1].outcome, RowOutcome::kWrongResult);
  EXPECT_TRUE(rows[1].mismatch);
}

TEST_F(ReceiptsOnCard, AKernelThatReturnsEarlyOnOddLaunchesIsWrong) {
  const auto rows = run_between_honest_rows("returns_early_on_odd_launches");
  EXPECT_EQ(rows[1].outcome, RowOutcome::kWrongResult);
  ASSERT_TRUE(rows[1].mismatch);
  EXPECT_TRUE(std::isnan(rows[1].mismatch->found));
}

TEST_F(ReceiptsOnCard, AKernelThatReadsItsOutputFirstIsWrong) {
  const auto rows = run_between_honest_rows("adds_to_its_output");
  EXPECT_EQ(rows[1].outcome, RowOutcome::kWrongResult);
  ASSERT_TRUE(rows[1].mismatch);
  EXPECT_TRUE(std::isnan(rows[1].mismatch->found));
}

TEST_F(ReceiptsOnCard, AWritePastTheBufferIsFound) {
  const auto rows = run_between_honest_rows("writes_past_its_buffer");
  EXPECT_EQ(rows[1].outcome, RowOutcome::kCrashed);
  EXPECT_EQ(rows[1].outcome_text, "it wrote right past the end of out");
}

TEST_F(ReceiptsOnCard, AWriteBeforeTheBufferIsFound) {
  const auto rows = run_between_honest_rows("writes_before_its_buffer");
  EXPECT_EQ(rows[1].outcome_text, "it wrote 4 bytes before the start of out");
}

TEST_F(ReceiptsOnCard, ASleepingKernelHasTheTimesItFakes) {
  gpu::GpuJob job = honest_sweep({1});
  job.rows[0] = kernel_row("1", "sleeps_by_stride", 1);
  job.rows.push_back(kernel_row("16", "sleeps_by_stride", 16));
  const auto rows = run(job);
  ASSERT_TRUE(rows[1].timing);
  // The wavefronts are those of stride 1, so the checks see that times and wavefronts disagree.
  EXPECT_GT(rows[1].timing->ratio, 3) << table(rows);
}

TEST_F(ReceiptsOnCard, AKernelWithOtherParametersIsRefused) {
  const auto rows = run_between_honest_rows("takes_other_parameters");
  EXPECT_EQ(rows[1].outcome, RowOutcome::kUnsupported);
  EXPECT_EQ(rows[1].outcome_text, "the kernel has 2 parameters, 3 are given");
}

}  // namespace
}  // namespace bankcheck::card
