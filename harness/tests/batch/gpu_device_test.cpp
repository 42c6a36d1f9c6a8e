// A GPU as a row device, with a simulated card: what both devices found, in one record.
#include "batch/gpu_device.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "batch/gpu_rows.hpp"
#include "checks/diagnoses.hpp"
#include "checks/table.hpp"
#include "gpu/device_lock.hpp"
#include "gpu/fake_worker.hpp"
#include "sanitized.hpp"

namespace bankcheck::batch {
namespace {

using base::RowOutcome;

constexpr const char* kEntry = "_Z14stride_runtimePKiPii";

constexpr const char* kRubric = R"(
version: 1
exercise: card
title: One warp, any stride
submission: {source: probe.cu}
constants: {words: 2048}
kernels:
  - id: probe
    name: stride_runtime
    launch: {block: 32, grid: 1, blocks_per_sm: 2}
    parameters:
      - {name: in, type: i32, length: words, fill: random, range: [0, 15]}
      - {name: out, type: i32, length: 32, output: true}
      - {name: stride, type: i32, value: stride}
    expect:
      - {buffer: out, value: "in[index*stride]"}
    degree: gcd(stride, 32)
sweep:
  variable: stride
  baseline: 1
  base: [1, 2, 32]
checks:
  - result: {}
    points: 1
pass_mark: 1
)";

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Every block writes the same elements, as the PTX does; 0.1 ms for each of the stride's
/// conflicts.
gpu::FakeOutcome stride_runtime(const gpu::FakeLaunch& launch) {
  const auto stride = launch.scalar<std::int32_t>(2);
  const float* in = launch.floats(0);
  for (int t = 0; t < 32; ++t) {
    std::memcpy(launch.floats(1) + t, in + t * stride, 4);  // integers, as bits
  }
  return {0.1 * stride};
}

class GpuDeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    // The simulator's child is forked while the card's thread runs.
    if (kSanitized) GTEST_SKIP() << "the sanitizer's own locks are not safe across fork()";
  }
  GpuDeviceTest() {
    std::string pattern = testing::TempDir() + "bankcheck-card-XXXXXX";
    folder = mkdtemp(pattern.data());
    auto parsed = rubric::parse_rubric(base::SourceText("card.yaml", kRubric));
    EXPECT_TRUE(parsed) << base::render(parsed.errors());
    if (parsed) rubric = std::move(parsed).value();
    code.outcome = compile::CompileOutcome::kOk;
    code.ptx = text_of(BANKCHECK_TEST_DATA "/cases/ptx/01_stride_runtime.ptx");
    code.cubin = "cubin";
    code.resources = {{kEntry, 16, 8192, 0, 0, 0}};
    settings.lock_folder = folder;
    settings.threads = 2;
    settings.timing.maximum_rounds = 12;
    settings.timing.sample_ms = 0.05;
    settings.timing.time_limit_ms = 1e9;
    card_runs(stride_runtime);
  }
  ~GpuDeviceTest() override { std::filesystem::remove_all(folder); }

  void card_runs(const gpu::FakeKernel& kernel) {
    settings.start = gpu::fake_workers([kernel](gpu::FakeDriver& driver, int) {
      driver.card.multiprocessors = 4;
      driver.kernels[kEntry] = {{8, 8, 4}, kernel};
    });
  }

  std::vector<base::RowRecord> run() {
    GpuDevice device(settings);
    EXPECT_TRUE(device.card());
    return run_on(device);
  }

  std::vector<base::RowRecord> run_on(GpuDevice& device) {
    const auto plan = checks::plan_rows(rubric, std::nullopt, true);
    std::vector<base::RowRecord> records;
    for (const checks::RowPlan& row : plan.rows) records.push_back(checks::begin_record(row));
    RunRemarks remarks = device.run({rubric, plan.rows, code, "hash"}, records, stop);
    notes = std::move(remarks.notes);
    counters_denied = remarks.counters_denied;
    return records;
  }

  std::string folder;
  rubric::Rubric rubric;
  compile::CompiledCode code;
  GpuSettings settings;
  std::atomic<bool> stop = false;
  std::vector<std::string> notes;
  bool counters_denied = false;
};

TEST_F(GpuDeviceTest, RowsHaveTheCardsTimesAndTheSimulatorsCounts) {
  const auto rows = run();
  ASSERT_EQ(rows.size(), 3u);
  for (const base::RowRecord& row : rows) {
    EXPECT_EQ(row.outcome, RowOutcome::kOk) << row.outcome_text;
    ASSERT_TRUE(row.counts);
    ASSERT_TRUE(row.timing);
  }
  EXPECT_EQ(rows[2].counts->shared_load.wavefronts, 32u);
  EXPECT_NEAR(rows[2].timing->ratio, 32, 1e-4);
  EXPECT_EQ(rows[2].registers, 32u);
  EXPECT_TRUE(notes.empty());
}

TEST_F(GpuDeviceTest, TheGridOnTheCardIsBlocksForEachMultiprocessor) {
  card_runs([](const gpu::FakeLaunch& launch) {
    return launch.grid.x == 8 ? stride_runtime(launch) : gpu::FakeOutcome{};
  });
  EXPECT_EQ(run()[0].outcome, RowOutcome::kOk);
}

TEST_F(GpuDeviceTest, AWrongResultOnTheCardAloneIsAWrongResult) {
  card_runs([](const gpu::FakeLaunch& launch) {
    const gpu::FakeOutcome outcome = stride_runtime(launch);
    if (launch.scalar<std::int32_t>(2) == 2) launch.floats(1)[5] = -1;
    return outcome;
  });
  const auto rows = run();
  EXPECT_EQ(rows[0].outcome, RowOutcome::kOk);
  EXPECT_EQ(rows[1].outcome, RowOutcome::kWrongResult);
  ASSERT_TRUE(rows[1].mismatch);
  EXPECT_EQ(rows[1].mismatch->index, 5u);
  EXPECT_TRUE(rows[1].counts);
}

TEST_F(GpuDeviceTest, WhatTheMeasurementSaysIsANoteWithItsRows) {
  card_runs([](const gpu::FakeLaunch& launch) {
    gpu::FakeOutcome outcome = stride_runtime(launch);
    outcome.milliseconds /= 5;
    return outcome;
  });
  run();
  EXPECT_EQ(notes,
            (std::vector<std::string>{"stride 1: launches are short, so 3 are timed together",
                                      "stride 2: launches are short, so 2 are timed together"}));
}

TEST_F(GpuDeviceTest, AnotherGraderOnTheCardIsWaitedForAndSaid) {
  std::optional<gpu::DeviceLock> other;
  std::string said;
  settings.say = [&](const std::string& text) {
    said = text;
    other.reset();
  };
  GpuDevice device(settings);
  ASSERT_TRUE(device.card());
  // Only now: the fake worker is a fork of this process, and would keep the lock.
  other.emplace(gpu::DeviceLock::acquire(folder, gpu::FakeDriver().card.uuid, {}).value());
  EXPECT_EQ(run_on(device)[0].outcome, RowOutcome::kOk);
  EXPECT_EQ(said, "waiting until another grader is done with the GPU");
}

TEST_F(GpuDeviceTest, ALockThatCannotBeTakenIsTheMachinesTrouble) {
  settings.lock_folder = folder + "/none";
  EXPECT_EQ(run()[0].outcome, RowOutcome::kMachineTrouble);
}

TEST_F(GpuDeviceTest, AKernelThatTheCubinLacksIsACompileError) {
  code.resources.clear();
  EXPECT_EQ(run()[0].outcome, RowOutcome::kCompileError);
}

TEST_F(GpuDeviceTest, AStoppedRunLeavesRowsThatWereNotRun) {
  stop = true;
  EXPECT_EQ(run()[0].outcome, RowOutcome::kNotRun);
}

TEST_F(GpuDeviceTest, CountersStandBesideTheSimulatorsForTheSameGrid) {
  gpu::CounterTools tools;
  tools.run = [](const sandbox::ChildPlan&) {
    sandbox::ChildEnd end;
    end.result.output = "\"ID\",\"Metric Name\",\"Metric Value\"\n";
    for (const char* row : {"0\",\"{}\",\"8", "1\",\"{}\",\"16", "2\",\"{}\",\"256"}) {
      std::string line = "\"" + std::string(row) + "\"\n";
      line.replace(line.find("{}"), 2, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum");
      end.result.output += line;
    }
    return end;
  };
  settings.counters = tools;
  const auto rows = run();
  ASSERT_TRUE(rows[2].counters);
  EXPECT_EQ(rows[2].counters->shared_load_wavefronts, 256u);
  EXPECT_EQ(rows[2].counters->simulated_load_wavefronts, 256);
}

TEST_F(GpuDeviceTest, CountersThatMayNotBeReadAreANoteAndTheRunGoesOn) {
  gpu::CounterTools tools;
  tools.run = [](const sandbox::ChildPlan&) {
    sandbox::ChildEnd end;
    end.result.output = "==ERROR== ERR_NVGPUCTRPERM - …\n";
    return end;
  };
  settings.counters = tools;
  EXPECT_EQ(run()[0].outcome, RowOutcome::kOk);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].substr(0, 40), "hardware counters may not be read here (");
  EXPECT_TRUE(counters_denied);
}

/// The table and the pitfalls of what was run.
class GpuDeviceTable : public GpuDeviceTest {
 protected:
  void run_table() {
    base::RunRecord record;
    record.rows = run();
    record.counters_denied = counters_denied;
    table = checks::build_table(rubric, record);
    for (const checks::Diagnosis& found : checks::diagnose(rubric, table, record)) {
      pitfalls.push_back(found.key);
    }
  }
  void parse(const std::string& from, const std::string& to) {
    std::string text = kRubric;
    text.replace(text.find(from), from.size(), to);
    auto parsed = rubric::parse_rubric(base::SourceText("card.yaml", text));
    ASSERT_TRUE(parsed) << base::render(parsed.errors());
    rubric = std::move(parsed).value();
  }

  std::vector<checks::TableRow> table;
  std::vector<std::string> pitfalls;
};

TEST_F(GpuDeviceTable, ThroughputIsTakenFromTheBytesThatTheRubricNames) {
  parse("degree: gcd(stride, 32)\nsweep:",
        "degree: gcd(stride, 32)\n    bytes_moved: 1000000*grid\nsweep:\n  ceiling: 1");
  run_table();
  // 8 blocks on the card move 8 MB in 0.1 ms for each of the stride's conflicts.
  EXPECT_NEAR(*table[0].record.timing->gigabytes_per_second, 80, 0.01);
  EXPECT_NEAR(*table[0].ceiling_part, 1, 1e-6);
  EXPECT_NEAR(*table[1].record.timing->gigabytes_per_second, 40, 0.01);
  EXPECT_NEAR(*table[1].ceiling_part, 0.5, 1e-4);
  EXPECT_TRUE(pitfalls.empty());
}

TEST_F(GpuDeviceTable, HasNoThroughputWithoutBytes) {
  run_table();
  EXPECT_FALSE(table[0].record.timing->gigabytes_per_second);
  EXPECT_FALSE(table[0].ceiling_part);
}

TEST_F(GpuDeviceTable, LaunchesThatAreTooShortAreDiagnosedAndHaveNoShareOfTheCeiling) {
  parse("degree: gcd(stride, 32)\nsweep:",
        "degree: gcd(stride, 32)\n    bytes_moved: 1000000*grid\nsweep:\n  ceiling: 1");
  card_runs([](const gpu::FakeLaunch& launch) {
    gpu::FakeOutcome outcome = stride_runtime(launch);
    outcome.milliseconds = 0.003;
    return outcome;
  });
  run_table();
  EXPECT_EQ(pitfalls, std::vector<std::string>{"too_short_to_measure"});
  EXPECT_FALSE(table[1].ceiling_part);
}

TEST_F(GpuDeviceTable, ProfilingWithoutPermissionIsDiagnosed) {
  gpu::CounterTools tools;
  tools.run = [](const sandbox::ChildPlan&) {
    sandbox::ChildEnd end;
    end.result.output = "==ERROR== ERR_NVGPUCTRPERM - …\n";
    return end;
  };
  settings.counters = tools;
  run_table();
  EXPECT_EQ(pitfalls, std::vector<std::string>{"no_profiling_permission"});
}

TEST_F(GpuDeviceTable, OtherTroubleWithCountersIsNoPitfall) {
  gpu::CounterTools tools;
  tools.run = [](const sandbox::ChildPlan&) { return sandbox::ChildEnd(); };
  settings.counters = tools;
  run_table();
  EXPECT_EQ(notes.size(), 1u);
  EXPECT_TRUE(pitfalls.empty());
}

TEST(EntriesOf, AKernelIsFoundByItsSourceNameAlsoInANamespace) {
  compile::CompiledCode code;
  code.resources = {{"_Z5probePf", 0, 0, 0, 0, 0},
                    {"_ZN4mine9transposeEPf", 0, 0, 0, 0, 0},
                    {"plain", 0, 0, 0, 0, 0}};
  EXPECT_EQ(entries_of(code, "probe"), (std::vector<std::string>{"_Z5probePf"}));
  EXPECT_EQ(entries_of(code, "transpose"), (std::vector<std::string>{"_ZN4mine9transposeEPf"}));
  EXPECT_EQ(entries_of(code, "plain"), (std::vector<std::string>{"plain"}));
  EXPECT_TRUE(entries_of(code, "prob").empty());
}

}  // namespace
}  // namespace bankcheck::batch
