#include "checks/check_table.hpp"

#include <set>

#include "checks/sample_run.hpp"

namespace bankcheck::checks {
namespace {

TEST(CheckTable, JudgesEveryKindThatRubricsKnowAndNoOther) {
  std::set<std::string_view> judged;
  for (const CheckEntry& entry : check_table()) judged.insert(entry.kind);
  std::set<std::string_view> known;
  for (const rubric::CheckKind& kind : rubric::check_kinds()) known.insert(kind.name);
  EXPECT_EQ(judged, known);
  EXPECT_EQ(judged.size(), check_table().size());
}

std::vector<std::string> titles(const SampleRun& run, SampleRun& changed, bool include_hidden) {
  static const std::string note;
  const std::optional<std::vector<std::int64_t>> listed;
  const auto rows = run.table();
  std::vector<std::string> found;
  for (const Finding& finding :
       judge({changed.rubric(), rows, changed.answers(), listed, note}, include_hidden)) {
    found.push_back(finding.id);
  }
  return found;
}

TEST(Judge, LeavesOutHiddenChecksAndThoseThatRestOnHiddenRows) {
  SampleRun run;
  rubric::CheckSpec all = run.spec("result");
  rubric::CheckSpec hidden = run.spec("degrees");
  hidden.hidden = true;
  rubric::CheckSpec on_hidden_row = run.spec("slower");
  on_hidden_row.rows = {{"row", "16"}, {"than", "8"}};
  on_hidden_row.row_set.clear();
  rubric::CheckSpec hidden_rows = run.spec("reads");
  hidden_rows.row_set = {"16"};
  run.rubric().checks = {all, hidden, on_hidden_row, hidden_rows};
  for (rubric::RowSpec& row : run.rubric().sweep.rows) row.hidden = row.label == "16";
  EXPECT_EQ(titles(run, run, false), (std::vector<std::string>{"result"}));
  EXPECT_EQ(titles(run, run, true),
            (std::vector<std::string>{"result", "degrees", "slower", "reads"}));
}

TEST(Table, DividesByTheBaselineAndPredictsFromTheRubric) {
  SampleRun run;
  run.row("1").counts->shared_load = {1000, 2000, 2};
  const auto rows = run.table();
  const TableRow* row = find_row(rows, "8");
  EXPECT_EQ(row->predicted_degree, 8);
  EXPECT_EQ(row->measured, 8);
  EXPECT_EQ(row->measured_ratio, 4);
  EXPECT_EQ(row->time_ratio, std::nullopt);
}

TEST(Table, HasNoRatioWhereTheBaselineCrashed) {
  SampleRun run;
  run.row("1").counts.reset();
  const auto rows = run.table();
  EXPECT_EQ(find_row(rows, "8")->measured, 8);
  EXPECT_EQ(find_row(rows, "8")->measured_ratio, std::nullopt);
}

TEST(Measure, HasOneRowForEachMeasureOfRubrics) {
  base::MemoryCounts counts;
  counts.shared_load = {10, 20, 2};
  counts.matrix_load = {10, 40, 4};
  counts.shared_store = {5, 5, 1};
  counts.shared_atomic = {1, 33, 33};
  counts.global_load = {8, 64};
  counts.global_store = {4, 16};
  using enum rubric::Measure;
  EXPECT_EQ(measure_value(counts, kSharedLoadWavefronts), 3);
  EXPECT_EQ(measure_value(counts, kSharedStoreWavefronts), 1);
  EXPECT_EQ(measure_value(counts, kSharedAtomicWavefronts), 33);
  EXPECT_EQ(measure_value(counts, kSharedWavefronts), 98.0 / 26);
  EXPECT_EQ(measure_value(counts, kGlobalLoadSectors), 8);
  EXPECT_EQ(measure_value(counts, kGlobalStoreSectors), 4);
  EXPECT_EQ(measure_value(counts, kTotalSharedWavefronts), 98);
  EXPECT_EQ(measure_value(counts, kTotalGlobalLoadSectors), 64);
  EXPECT_EQ(measure_value(counts, kTotalGlobalStoreSectors), 16);
  EXPECT_EQ(measure_value(counts, kTotalGlobalLoadRequests), 8);
  EXPECT_EQ(measure_value({}, kSharedLoadWavefronts), std::nullopt);
}

}  // namespace
}  // namespace bankcheck::checks
