#include "batch/simulator_device.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "batch/simulator_row.hpp"
#include "gpu/wire_record.hpp"
#include "ptx/parser.hpp"

namespace bankcheck::batch {
namespace {

using base::RowOutcome;

std::string ptx_of(const std::string& name) {
  std::ifstream file(std::string(BANKCHECK_TEST_DATA) + "/probes/" + name + ".ptx");
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty());
  return text.str();
}

/// The rows of tests/data/rubrics/strides.yaml on PTX that is given.
class StridesRun : public testing::Test {
 protected:
  StridesRun()
      : rubric_(rubric::load_rubric(std::string(BANKCHECK_TEST_DATA) + "/rubrics/strides.yaml")
                    .value()),
        rows_(checks::plan_rows(rubric_, std::nullopt, true).rows) {}

  std::vector<base::RowRecord> run(const std::string& ptx, unsigned threads = 2) {
    code_.ptx = ptx;
    std::vector<base::RowRecord> records;
    for (const checks::RowPlan& row : rows_) records.push_back(checks::begin_record(row));
    SimulatorDevice device("", threads);
    notes_ = device.run({rubric_, rows_, code_, "hash of the submission"}, records, stop_).notes;
    return records;
  }

  rubric::Rubric rubric_;
  std::vector<checks::RowPlan> rows_;
  compile::CompiledCode code_;
  std::atomic<bool> stop_ = false;
  std::vector<std::string> notes_;
};

TEST_F(StridesRun, FillsEveryRowOfAnHonestKernel) {
  const auto records = run(ptx_of("plain"));
  ASSERT_EQ(records.size(), 6u);
  for (const base::RowRecord& record : records) {
    EXPECT_EQ(record.outcome, RowOutcome::kOk) << record.label << ": " << record.outcome_text;
    EXPECT_TRUE(record.ledger->kept) << record.ledger->text;
    EXPECT_EQ(record.order_receipt->text,
              "every sum equals the sum in the lesson's order, bit for bit");
    EXPECT_TRUE(record.hazards.empty());
    EXPECT_EQ(record.shared_bytes, 2048u);
  }
  EXPECT_EQ(records[4].label, "16");
  EXPECT_EQ(records[4].counts->shared_load.wavefronts_per_request(), 16);
  EXPECT_TRUE(notes_.empty());
}

TEST_F(StridesRun, GivesTheSameRecordsWithAnyNumberOfThreads) {
  const auto one = run(ptx_of("half_the_reads"), 1);
  const auto many = run(ptx_of("half_the_reads"), 8);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].label, many[i].label);
    EXPECT_EQ(one[i].mismatch->found, many[i].mismatch->found);
    EXPECT_EQ(one[i].mismatch->wanted, many[i].mismatch->wanted);
    EXPECT_EQ(one[i].counts, many[i].counts);
    EXPECT_EQ(one[i].warp_instructions, many[i].warp_instructions);
  }
}

TEST_F(StridesRun, SaysOfAKernelThatSkipsReadsWhatIsWrongAndWhatItRead) {
  const base::RowRecord record = run(ptx_of("half_the_reads")).front();
  EXPECT_EQ(record.outcome, RowOutcome::kWrongResult);
  EXPECT_EQ(record.mismatch->thread, (base::ThreadId{{0, 0, 0}, {0, 0, 0}}));
  EXPECT_NE(record.mismatch->found, record.mismatch->wanted);
  EXPECT_FALSE(record.ledger->kept);
  EXPECT_EQ(record.ledger->text, "made 256 shared reads, 512 wanted");
  EXPECT_EQ(record.order_receipt, std::nullopt);
}

TEST_F(StridesRun, GivesTheSameRecordsAsWithoutAProcessOfItsOwn) {
  const std::string ptx = ptx_of("half_the_reads");
  const auto isolated = run(ptx);
  const RowJob job{rubric_, rows_, code_, "hash of the submission"};
  const auto program =
      sim::Program::load(std::make_shared<const ptx::Module>(ptx::parse(ptx, "PTX").value()));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    base::RowRecord record = checks::begin_record(rows_[i]);
    run_simulator_row(program.value(), job, rows_[i].spec, 1, record, stop_);
    EXPECT_EQ(gpu::encode(isolated[i]), gpu::encode(record)) << record.label;
  }
}

TEST_F(StridesRun, LeavesRowsAloneOnceItIsStopped) {
  stop_ = true;
  for (const base::RowRecord& record : run(ptx_of("plain"))) {
    EXPECT_EQ(record.outcome, RowOutcome::kNotRun);
  }
}

TEST_F(StridesRun, EndsARowThatHasBegunWhenItIsStopped) {
  code_.ptx = ptx_of("plain");
  const auto module = std::make_shared<const ptx::Module>(ptx::parse(code_.ptx, "PTX").value());
  const auto program = sim::Program::load(module);
  base::RowRecord record = checks::begin_record(rows_.front());
  stop_ = true;
  run_simulator_row(program.value(), {rubric_, rows_, code_, ""}, rows_.front().spec, 1, record,
                    stop_);
  EXPECT_EQ(record.outcome, RowOutcome::kNotRun);
  EXPECT_EQ(record.mismatch, std::nullopt);
}

TEST_F(StridesRun, SaysThatTheKernelIsNotThere) {
  rubric_.kernels.front().name = "sweep";
  const base::RowRecord record = run(ptx_of("plain")).front();
  EXPECT_EQ(record.outcome, RowOutcome::kCompileError);
  EXPECT_EQ(record.outcome_text, "there is no __global__ function named sweep; the file has probe");
}

TEST_F(StridesRun, IsNotSupportedWhereThePtxCannotBeRead) {
  const base::RowRecord record = run("this is no PTX").front();
  EXPECT_EQ(record.outcome, RowOutcome::kUnsupported);
  EXPECT_FALSE(record.outcome_text.empty());
}

TEST_F(StridesRun, StopsARowAtItsBudgetAndRunsTheOthers) {
  rubric_.limits.warp_instructions_per_row = 1000;
  for (const base::RowRecord& record : run(ptx_of("plain"))) {
    EXPECT_EQ(record.outcome, RowOutcome::kTimedOut);
    EXPECT_TRUE(record.counts.has_value());
  }
}

TEST_F(StridesRun, NotesACodeThatReadsTheClock) {
  std::string ptx = ptx_of("plain");
  const std::string tid = "%tid.x;";
  const std::size_t at = ptx.find('\n', ptx.find(tid)) + 1;
  ptx.insert(at, "\tmov.u32 %r0, %clock;\n");
  ptx.replace(ptx.find(".reg .b32"), 9, ".reg .b32 %r0;\n\t.reg .b32");
  run(ptx);
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_TRUE(notes_[0].starts_with("the code reads the clock at probe.cu:")) << notes_[0];
}

}  // namespace
}  // namespace bankcheck::batch
