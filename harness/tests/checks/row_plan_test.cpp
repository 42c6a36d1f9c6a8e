#include "checks/row_plan.hpp"

#include "checks/sample_run.hpp"

namespace bankcheck::checks {
namespace {

std::vector<std::string> labels(const SweepPlan& plan) {
  std::vector<std::string> result;
  for (const RowPlan& row : plan.rows) result.push_back(row.spec.label);
  return result;
}

rubric::Rubric rubric_with_hidden_16() {
  SampleRun run;
  rubric::Rubric rubric = run.rubric();
  rubric.sweep.lowest = 1;
  rubric.sweep.highest = 100;
  rubric.limits.student_rows = 2;
  for (rubric::RowSpec& row : rubric.sweep.rows) row.hidden = row.label == "16";
  return rubric;
}

TEST(PlanRows, LeavesHiddenRowsOutOfAStudentsOwnCheck) {
  const rubric::Rubric rubric = rubric_with_hidden_16();
  EXPECT_EQ(labels(plan_rows(rubric, std::nullopt, false)),
            (std::vector<std::string>{"1", "2", "4", "3", "8"}));
  const SweepPlan whole = plan_rows(rubric, std::nullopt, true);
  EXPECT_EQ(labels(whole), (std::vector<std::string>{"1", "2", "4", "3", "8", "16"}));
  EXPECT_EQ(whole.rows[5].origin, base::RowOrigin::kHidden);
  EXPECT_EQ(whole.rows[4].origin, base::RowOrigin::kAdded);
  EXPECT_EQ(whole.rows[0].origin, base::RowOrigin::kBase);
}

TEST(PlanRows, AddsTheStudentsOwnRowsOnce) {
  const SweepPlan plan =
      plan_rows(rubric_with_hidden_16(), std::vector<std::int64_t>{1, 7, 8, 7}, false);
  EXPECT_EQ(labels(plan), (std::vector<std::string>{"1", "2", "4", "3", "8", "7"}));
  EXPECT_EQ(plan.rows[5].origin, base::RowOrigin::kStudent);
  EXPECT_EQ(plan.rows[5].spec.variables.at("stride"), 7);
  EXPECT_TRUE(plan.notes.empty());
}

TEST(PlanRows, NotesRowsThatAreNotRun) {
  const SweepPlan plan =
      plan_rows(rubric_with_hidden_16(), std::vector<std::int64_t>{-1, 7, 9, 11, 13}, false);
  EXPECT_EQ(labels(plan), (std::vector<std::string>{"1", "2", "4", "3", "8", "7", "9"}));
  EXPECT_EQ(plan.notes, (std::vector<std::string>{"stride -1 is not run: it is outside 1 to 100",
                                                  "only the first 2 rows of your own are run"}));
}

}  // namespace
}  // namespace bankcheck::checks
