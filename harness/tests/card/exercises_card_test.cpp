// The exercises whose tables show times, graded whole on a real card: their references pass, and
// the figures that the card adds to the table mean something.
#include <cstdio>

#include "batch/gpu_device.hpp"
#include "batch/grade_submission.hpp"
#include "card_fixture.hpp"
#include "gpu/occupancy.hpp"
#include "sandbox/isolation.hpp"

namespace bankcheck::card {
namespace {

class ExercisesOnCard : public OnCard {
 protected:
  static checks::Grade grade(const std::string& exercise) {
    const std::string root = data_folder() + "/../../../";
    const auto rubric = rubric::load_rubric(root + "rubrics/" + exercise + ".yaml");
    EXPECT_TRUE(rubric) << base::render(rubric.errors());
    const auto submission =
        submission::read_submission(root + "reference/" + exercise, rubric.value());
    EXPECT_TRUE(submission) << base::render(submission.errors());
    const auto toolchain = compile::find_toolchain(environment("PATH"), environment("CUDA_HOME"),
                                                   environment("CUDA_PATH"));
    const auto runner = sandbox::make_runner(sandbox::detect_isolation());
    batch::GpuSettings settings;
    settings.start = workers();
    batch::GpuDevice device(settings);
    EXPECT_TRUE(device.card());
    const std::atomic<bool> stop = false;
    checks::Grade graded = batch::grade_submission(
        submission.value(), rubric.value(), {toolchain, *runner, device}, {true, "test"}, stop);
    print(exercise, graded);
    return graded;
  }

  static const checks::TableRow& row(const checks::Grade& grade, const std::string& label) {
    for (const checks::TableRow& row : grade.rows) {
      if (row.record.label == label) return row;
    }
    throw std::out_of_range(label);
  }

  /// Reference answers pass, each row was timed, and the toolkit's rules agree with the driver.
  static void expect_sound(const checks::Grade& grade) {
    EXPECT_EQ(grade.verdict, checks::Verdict::kPass) << grade.verdict_reason;
    for (const checks::TableRow& row : grade.rows) {
      EXPECT_EQ(row.record.outcome, base::RowOutcome::kOk) << row.record.outcome_text;
      ASSERT_TRUE(row.record.timing) << row.record.label;
      if (!row.record.occupancy) continue;
      EXPECT_EQ(row.record.occupancy->blocks, row.record.resident_blocks_per_sm)
          << row.record.label;
    }
  }

 private:
  static void print(const std::string& exercise, const checks::Grade& grade) {
    std::vector<base::RowRecord> records;
    for (const checks::TableRow& row : grade.rows) records.push_back(row.record);
    std::printf("%s: %s\n%s", exercise.c_str(), grade.verdict_reason.c_str(),
                table(records).c_str());
    for (const checks::TableRow& row : grade.rows) {
      std::printf("  %-12s %8.0f GB/s  %5.1f %% of the ceiling  %d resident blocks\n",
                  row.record.label.c_str(),
                  row.record.timing ? row.record.timing->gigabytes_per_second.value_or(0) : 0,
                  100 * row.ceiling_part.value_or(0), row.record.resident_blocks_per_sm);
    }
    for (const checks::Diagnosis& found : grade.diagnoses) {
      std::printf("  %s: %s\n", found.name.c_str(), found.text.c_str());
    }
  }
};

TEST_F(ExercisesOnCard, TransposesHaveThroughputAndAShareOfTheCopy) {
  const checks::Grade graded = grade("transpose");
  expect_sound(graded);
  if (!row(graded, "copy").record.timing->conclusive) {
    GTEST_SKIP() << "too noisy: " << row(graded, "copy").record.timing->note;
  }
  EXPECT_DOUBLE_EQ(row(graded, "copy").ceiling_part.value_or(0), 1);
  for (const char* label : {"copy", "plain", "padded"}) {
    EXPECT_GT(row(graded, label).record.timing->gigabytes_per_second.value_or(0), 50) << label;
    EXPECT_GT(row(graded, label).ceiling_part.value_or(0), 0.1) << label;
    EXPECT_LT(row(graded, label).ceiling_part.value_or(9), 1.5) << label;
    EXPECT_EQ(row(graded, label).record.occupancy.has_value(), gpu::has_occupancy_rules());
  }
  // No speed-up is promised by any card; but conflicts make nothing faster.
  EXPECT_GT(row(graded, "plain").time_ratio.value_or(0), 0.9);
}

TEST_F(ExercisesOnCard, TheSwizzleIsAsGoodAsItsCountsSay) {
  const checks::Grade graded = grade("swizzle");
  expect_sound(graded);
  EXPECT_GT(row(graded, "plain").time_ratio.value_or(0), 0.9);
  EXPECT_EQ(row(graded, "swizzled").record.shared_bytes, 4096u);
}

TEST_F(ExercisesOnCard, MatrixProductsAreLargeEnoughToTime) {
  const checks::Grade graded = grade("matmul");
  expect_sound(graded);
  for (const char* label : {"naive", "tiled", "naive-odd", "tiled-odd"}) {
    EXPECT_FALSE(row(graded, label).record.timing->too_short) << label;
  }
}

}  // namespace
}  // namespace bankcheck::card
