#include "gpu/row_runner.hpp"

#include <cmath>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sweep_fixture.hpp"

namespace bankcheck::gpu {
namespace {

using base::HazardKind;
using base::RowOutcome;
using base::RowRecord;
using fake::card_with;
using fake::honest;
using fake::kernel;
using fake::stride_row;
using fake::sweep;

std::vector<RowRecord> run(StartWorker start, const GpuJob& job) {
  Session session(std::move(start));
  return run_rows(session, job);
}

/// Strides 1, 2 and 4, the one of 2 on the kernel `other`.
GpuJob sweep_with_other() {
  GpuJob job = sweep({1, 2, 4});
  job.rows[1] = stride_row(2, "other");
  return job;
}

void expect_neighbours_are_fine(const std::vector<RowRecord>& rows) {
  for (const std::size_t row : {0u, 2u}) {
    EXPECT_EQ(rows[row].outcome, RowOutcome::kOk) << rows[row].outcome_text;
    ASSERT_TRUE(rows[row].timing);
    EXPECT_NEAR(rows[row].timing->ratio, row == 0 ? 1 : 4, 1e-5);
  }
}

TEST(RowRunner, HonestRowsAreTimedAgainstTheBaseline) {
  const auto rows = run(card_with(honest), sweep({1, 2, 4, 8}));
  ASSERT_EQ(rows.size(), 4u);
  const double ratios[] = {1, 2, 4, 8};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].outcome, RowOutcome::kOk) << rows[i].outcome_text;
    ASSERT_TRUE(rows[i].timing);
    EXPECT_NEAR(rows[i].timing->ratio, ratios[i], 1e-5);
    EXPECT_NEAR(rows[i].timing->median_ms, 0.1 * ratios[i], 1e-5);
    EXPECT_GE(rows[i].timing->rounds, 10);
    EXPECT_TRUE(rows[i].timing->conclusive);
    EXPECT_EQ(rows[i].timing->note, "");
    EXPECT_EQ(rows[i].registers, 32u);
    EXPECT_EQ(rows[i].shared_bytes, 8192u);
    EXPECT_EQ(rows[i].resident_blocks_per_sm, 8);
  }
}

TEST(RowRunner, RowsKeepTheirOrderAndLabels) {
  const auto rows = run(card_with(honest), sweep({8, 1, 4}));
  EXPECT_EQ(rows[0].label, "8");
  EXPECT_EQ(rows[1].label, "1");
  EXPECT_EQ(rows[2].label, "4");
}

TEST(RowRunner, DriftDuringTheRunCancelsOutOfTheRatios) {
  const auto drifting = [launches = std::make_shared<int>(0)](const FakeLaunch& launch) {
    FakeOutcome outcome = honest(launch);
    outcome.milliseconds *= 1 + 0.01 * ++*launches;
    return outcome;
  };
  GpuJob job = sweep({1, 2});
  for (GpuRow& row : job.rows) row.entry = "other";
  const auto rows = run(card_with(drifting), job);
  EXPECT_NEAR(rows[1].timing->ratio, 2, 0.02);
  EXPECT_LT(rows[1].timing->ratio_interquartile / rows[1].timing->ratio, 0.02);
  EXPECT_GT(rows[1].timing->interquartile_ms / rows[1].timing->median_ms, 0.05);
}

TEST(RowRunner, AKernelThatReadsOnlyOnItsFirstLaunchIsWrong) {
  const auto stateful = [kept = std::vector<float>()](const FakeLaunch& launch) mutable {
    const FakeOutcome outcome = honest(launch);
    if (launch.launch_of_module == 0) {
      kept.assign(launch.floats(1), launch.floats(1) + fake::kThreads);
    }
    std::copy(kept.begin(), kept.end(), launch.floats(1));
    return outcome;
  };
  const auto rows = run(card_with(stateful), sweep_with_other());
  EXPECT_EQ(rows[1].outcome, RowOutcome::kWrongResult);
  ASSERT_TRUE(rows[1].mismatch);
  EXPECT_EQ(rows[1].mismatch->buffer, "out");
  expect_neighbours_are_fine(rows);
}

TEST(RowRunner, AKernelThatGoesWrongOnlyWhileItIsTimedIsWrong) {
  const auto late = [](const FakeLaunch& launch) {
    const FakeOutcome outcome = honest(launch);
    if (launch.launch_of_module == 9) launch.floats(1)[17] += 1;
    return outcome;
  };
  const auto rows = run(card_with(late), sweep_with_other());
  EXPECT_EQ(rows[1].outcome, RowOutcome::kWrongResult);
  ASSERT_TRUE(rows[1].mismatch);
  EXPECT_EQ(rows[1].mismatch->index, 17u);
  EXPECT_EQ(rows[1].mismatch->found, rows[1].mismatch->wanted + 1);
  expect_neighbours_are_fine(rows);
}

TEST(RowRunner, AKernelThatReturnsEarlyOnOddLaunchesIsWrongWithNan) {
  const auto lazy = [](const FakeLaunch& launch) {
    return launch.launch_of_module % 2 == 0 ? honest(launch) : FakeOutcome{0.01};
  };
  const auto rows = run(card_with(lazy), sweep_with_other());
  EXPECT_EQ(rows[1].outcome, RowOutcome::kWrongResult);
  ASSERT_TRUE(rows[1].mismatch);
  EXPECT_TRUE(std::isnan(rows[1].mismatch->found));
  expect_neighbours_are_fine(rows);
}

TEST(RowRunner, AKernelThatAddsToItsOutputIsWrongWithNan) {
  const auto adding = [](const FakeLaunch& launch) {
    const float before = launch.floats(1)[0];
    const FakeOutcome outcome = honest(launch);
    launch.floats(1)[0] += before;
    return outcome;
  };
  const auto rows = run(card_with(adding), sweep_with_other());
  ASSERT_TRUE(rows[1].mismatch);
  EXPECT_TRUE(std::isnan(rows[1].mismatch->found));
}

TEST(RowRunner, AWritePastABufferTouchesAGuardWord) {
  const auto past = [](const FakeLaunch& launch) {
    const FakeOutcome outcome = honest(launch);
    launch.floats(1)[fake::kThreads + 3] = 1;
    return outcome;
  };
  const auto rows = run(card_with(past), sweep_with_other());
  EXPECT_EQ(rows[1].outcome, RowOutcome::kCrashed);
  EXPECT_EQ(rows[1].outcome_text, "it wrote 12 bytes past the end of out");
  ASSERT_EQ(rows[1].hazards.size(), 1u);
  EXPECT_EQ(rows[1].hazards[0].kind, HazardKind::kGuardWordTouched);
  EXPECT_TRUE(rows[1].hazards[0].fatal);
  expect_neighbours_are_fine(rows);
}

TEST(RowRunner, AWriteBeforeABufferTouchesAGuardWord) {
  const auto before = [](const FakeLaunch& launch) {
    const FakeOutcome outcome = honest(launch);
    launch.floats(0)[-1] = 1;
    return outcome;
  };
  const auto rows = run(card_with(before), sweep_with_other());
  EXPECT_EQ(rows[1].outcome_text, "it wrote right before the start of in");
}

TEST(RowRunner, AnIllegalAddressInRowThreeOfEightLeavesTheOtherSeven) {
  GpuJob job = sweep({1, 2, 3, 4, 8, 16, 32, 33});
  job.rows[2].entry = "other";
  const auto rows = run(card_with([](const FakeLaunch&) {
                          return FakeOutcome{0.1, Status::kIllegalAddress, false};
                        }),
                        job);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 2) continue;
    EXPECT_EQ(rows[i].outcome, RowOutcome::kOk) << rows[i].label << ": " << rows[i].outcome_text;
    EXPECT_NEAR(rows[i].timing->ratio, std::stod(rows[i].label), 1e-4);
  }
  EXPECT_EQ(rows[2].outcome, RowOutcome::kCrashed);
  EXPECT_EQ(rows[2].outcome_text,
            "the kernel accessed memory that is not its own (CUDA_ERROR_ILLEGAL_ADDRESS)");
  ASSERT_EQ(rows[2].hazards.size(), 1u);
  EXPECT_EQ(rows[2].hazards[0].kind, HazardKind::kOutOfBounds);
}

TEST(RowRunner, ACrashInTheMiddleOfTheMeasurementKeepsTheOtherRowsTimes) {
  const auto late = [](const FakeLaunch& launch) {
    FakeOutcome outcome = honest(launch);
    if (launch.launch_of_module == 8) outcome.status = Status::kMisalignedAddress;
    return outcome;
  };
  const auto rows = run(card_with(late), sweep_with_other());
  EXPECT_EQ(rows[1].outcome, RowOutcome::kCrashed);
  EXPECT_EQ(rows[1].hazards.back().kind, HazardKind::kMisaligned);
  expect_neighbours_are_fine(rows);
}

TEST(RowRunner, ARowThatIsKnownToBeHopelessIsNotWaitedFor) {
  GpuJob job = sweep_with_other();
  job.row_seconds = 1e6;
  std::atomic<bool> is_under_way = false;
  job.is_hopeless = [&](std::size_t row) { return row == 1 && is_under_way; };
  const auto source = job.rows[1].source;
  job.rows[1].source = [&, source](std::uint64_t seed) {
    is_under_way = true;
    return source(seed);
  };
  const auto rows = run(card_with([](const FakeLaunch&) {
                          return FakeOutcome{0.1, Status::kSuccess, true};
                        }),
                        job);
  EXPECT_EQ(rows[1].outcome, RowOutcome::kNotRun);
  EXPECT_TRUE(rows[1].hazards.empty());
  expect_neighbours_are_fine(rows);
}

TEST(RowRunner, AnEndlessKernelTimesOutAndTheOthersRun) {
  GpuJob job = sweep_with_other();
  job.row_seconds = 0.05;
  const auto rows = run(card_with([](const FakeLaunch&) {
                          return FakeOutcome{0.1, Status::kSuccess, true};
                        }),
                        job);
  EXPECT_EQ(rows[1].outcome, RowOutcome::kTimedOut);
  EXPECT_EQ(rows[1].outcome_text, "the kernel had not finished after 0.05 s");
  EXPECT_EQ(rows[1].hazards.back().kind, HazardKind::kEndlessLoop);
  expect_neighbours_are_fine(rows);
}

TEST(RowRunner, AWorkerKilledOnceFromOutsideIsReplacedAndNothingIsLost) {
  const auto start = fake_workers([](FakeDriver& driver, int number) {
    driver.kernels["probe"] = kernel(honest);
    driver.kernels["other"] = kernel([number](const FakeLaunch& launch) {
      if (number == 0) std::raise(SIGKILL);
      return honest(launch);
    });
  });
  const auto rows = run(start, sweep_with_other());
  EXPECT_EQ(rows[1].outcome, RowOutcome::kOk) << rows[1].outcome_text;
  EXPECT_NEAR(rows[1].timing->ratio, 2, 1e-5);
  expect_neighbours_are_fine(rows);
}

TEST(RowRunner, ARowThatLosesTwoWorkersIsTheMachinesTrouble) {
  const auto rows = run(card_with([](const FakeLaunch&) {
                          std::raise(SIGKILL);
                          return FakeOutcome{};
                        }),
                        sweep_with_other());
  EXPECT_EQ(rows[1].outcome, RowOutcome::kMachineTrouble);
  EXPECT_EQ(rows[1].outcome_text, "the GPU worker was killed by signal 9 while it ran this row");
  expect_neighbours_are_fine(rows);
}

TEST(RowRunner, ALostCardIsTheMachinesTroubleForEveryRow) {
  const auto start = fake_workers([](FakeDriver& driver, int number) {
    if (number > 0) driver.initialise_status = Status::kNoDevice;
    driver.kernels["probe"] = kernel([](const FakeLaunch&) {
      return FakeOutcome{0.1, Status::kUnknown, false};
    });
  });
  for (const RowRecord& row : run(start, sweep({1, 2}))) {
    EXPECT_EQ(row.outcome, RowOutcome::kMachineTrouble);
    EXPECT_EQ(row.outcome_text, "driver_.initialise() gave CUDA_ERROR_NO_DEVICE");
  }
}

TEST(RowRunner, ACardWithoutMemoryIsTheMachinesTrouble) {
  const auto start = fake_workers([](FakeDriver& driver, int) {
    driver.allocate_status = Status::kOutOfMemory;
    driver.kernels["probe"] = kernel(honest);
  });
  const auto rows = run(start, sweep({1, 2}));
  EXPECT_EQ(rows[0].outcome, RowOutcome::kMachineTrouble);
  EXPECT_NE(rows[0].outcome_text.find("CUDA_ERROR_OUT_OF_MEMORY"), std::string::npos)
      << rows[0].outcome_text;
}

TEST(RowRunner, AKernelThatIsNotInTheCodeOrTakesOtherParametersIsRefused) {
  const auto start = fake_workers([](FakeDriver& driver, int) {
    driver.kernels["probe"] = kernel(honest);
    driver.kernels["short"] = {{8, 8}, honest};
    driver.kernels["wide"] = {{8, 8, 8}, honest};
    driver.kernels["long"] = {{8, 8, 4, 4}, honest};
  });
  GpuJob job = sweep({1});
  for (const char* entry : {"none", "short", "wide", "long"}) {
    job.rows.push_back(stride_row(2, entry));
  }
  const auto rows = run(start, job);
  EXPECT_EQ(rows[0].outcome, RowOutcome::kOk);
  EXPECT_NE(rows[1].outcome_text.find("CUDA_ERROR_NOT_FOUND"), std::string::npos);
  EXPECT_EQ(rows[2].outcome, RowOutcome::kUnsupported);
  EXPECT_EQ(rows[2].outcome_text, "the kernel has 2 parameters, 3 are given");
  EXPECT_EQ(rows[3].outcome_text, "parameter 3 of the kernel has 8 bytes, 4 are given");
  EXPECT_EQ(rows[4].outcome_text, "the kernel has more than the 3 parameters that are given");
}

TEST(RowRunner, NoiseThatRoundsDoNotAverageOutIsInconclusive) {
  const auto noisy = [](const FakeLaunch& launch) {
    FakeOutcome outcome = honest(launch);
    outcome.milliseconds *= launch.launch_of_module % 2 == 0 ? 1.0 : 2.0;
    return outcome;
  };
  const auto rows = run(card_with(noisy), sweep_with_other());
  EXPECT_EQ(rows[1].outcome, RowOutcome::kOk);
  ASSERT_TRUE(rows[1].timing);
  EXPECT_FALSE(rows[1].timing->conclusive);
  EXPECT_EQ(rows[1].timing->note.substr(0, 10), "too noisy:");
  EXPECT_EQ(rows[1].timing->rounds, 20);
  EXPECT_TRUE(rows[0].timing->conclusive);
}

TEST(RowRunner, ShortLaunchesAreTimedSeveralAtATimeAndSaySo) {
  const auto quick = [](const FakeLaunch& launch) {
    FakeOutcome outcome = honest(launch);
    outcome.milliseconds /= 8;
    return outcome;
  };
  GpuJob job = sweep({1, 4});
  for (GpuRow& row : job.rows) row.entry = "other";
  const auto rows = run(card_with(quick), job);
  EXPECT_EQ(rows[0].timing->launches_per_sample, 4);
  EXPECT_EQ(rows[0].timing->note, "launches are short, so 4 are timed together");
  EXPECT_NEAR(rows[0].timing->median_ms, 0.0125, 1e-6);
  EXPECT_NEAR(rows[1].timing->ratio, 4, 1e-4);
}

TEST(RowRunner, LaunchesThatAreMostlyOverheadAreInconclusive) {
  const auto tiny = [](const FakeLaunch& launch) {
    honest(launch);
    return FakeOutcome{0.002};
  };
  GpuJob job = sweep({1, 4});
  for (GpuRow& row : job.rows) row.entry = "other";
  const auto rows = run(card_with(tiny), job);
  EXPECT_FALSE(rows[1].timing->conclusive);
  EXPECT_EQ(
      rows[1].timing->note,
      "too short: a launch takes 2.0 us, most of it the cost of launching; a larger grid helps");
}

TEST(RowRunner, AWrongBaselineLeavesTimesWithoutRatios) {
  GpuJob job = sweep({1, 2});
  job.rows[0] = stride_row(1, "other");
  const auto rows = run(card_with([](const FakeLaunch&) { return FakeOutcome{}; }), job);
  EXPECT_EQ(rows[0].outcome, RowOutcome::kWrongResult);
  EXPECT_FALSE(rows[0].timing);
  EXPECT_EQ(rows[1].outcome, RowOutcome::kOk);
  EXPECT_NEAR(rows[1].timing->median_ms, 0.2, 1e-5);
  EXPECT_EQ(rows[1].timing->ratio, 0);
}

TEST(RowRunner, ImagesLargerThanTheArenaGoOneByOne) {
  GpuJob job = sweep({1, 2, 4, 8});
  job.arena_limit_bytes = 1;
  const auto rows = run(card_with(honest), job);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_NEAR(rows[i].timing->ratio, std::stod(rows[i].label), 1e-5);
  }
}

TEST(RowRunner, ACardWithoutStreamMemoryOperationsIsTimedWithoutTheGate) {
  const auto start = fake_workers([](FakeDriver& driver, int) {
    driver.has_gate = false;
    driver.kernels["probe"] = kernel(honest);
  });
  EXPECT_NEAR(run(start, sweep({1, 2}))[1].timing->ratio, 2, 1e-5);
}

TEST(RowRunner, LaunchesThatWaitForTheGateAreTimedWithoutIt) {
  const auto start = fake_workers([](FakeDriver& driver, int) {
    driver.launches_wait_for_gate = true;
    driver.kernels["probe"] = kernel(honest);
  });
  GpuJob job = sweep({1, 2});
  job.row_seconds = 1;
  job.grace_seconds = 1;
  const auto rows = run(start, job);
  EXPECT_EQ(rows[1].outcome, RowOutcome::kOk) << rows[1].outcome_text;
  EXPECT_NEAR(rows[1].timing->ratio, 2, 1e-5);
}

TEST(RowRunner, WithoutTimingEveryRowIsStillCheckedMoreThanOnce) {
  GpuJob job = sweep_with_other();
  job.timing.wanted = false;
  const auto rows = run(card_with([](const FakeLaunch& launch) {
                          return launch.launch_of_module == 2 ? FakeOutcome{} : honest(launch);
                        }),
                        job);
  EXPECT_EQ(rows[0].outcome, RowOutcome::kOk);
  EXPECT_FALSE(rows[0].timing);
  EXPECT_EQ(rows[1].outcome, RowOutcome::kWrongResult);
}

TEST(RowRunner, ACancelledRunHasRowsThatWereNotRun) {
  GpuJob job = sweep({1, 2});
  job.is_cancelled = [] { return true; };
  for (const RowRecord& row : run(card_with(honest), job)) {
    EXPECT_EQ(row.outcome, RowOutcome::kNotRun);
    EXPECT_EQ(row.outcome_text, "cancelled");
  }
}

}  // namespace
}  // namespace bankcheck::gpu
