// The case kernels, whose counters an H200 gave (data/cases/h200_counters.csv), run on the
// simulator. Where ptxas changed the PTX's accesses, the PTX-level count that is expected instead
// is given with why.
#include <functional>

#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

using base::ElementType;

struct Counts {
  std::uint64_t load_wavefronts, loads, store_wavefronts, stores;
  std::uint64_t load_sectors, store_sectors;
};

Program case_program(const std::string& name) {
  return program_of(read_text(BANKCHECK_TEST_DATA "/cases/ptx/" + name + ".ptx"));
}

void expect_counts(const LaunchResult& result, const Counts& wanted) {
  EXPECT_EQ(result.outcome, base::RowOutcome::kOk) << result.outcome_text;
  EXPECT_EQ(result.counts.shared_load.wavefronts, wanted.load_wavefronts);
  EXPECT_EQ(result.counts.shared_load.requests, wanted.loads);
  EXPECT_EQ(result.counts.shared_store.wavefronts, wanted.store_wavefronts);
  EXPECT_EQ(result.counts.shared_store.requests, wanted.stores);
  EXPECT_EQ(result.counts.global_load.sectors, wanted.load_sectors);
  EXPECT_EQ(result.counts.global_store.sectors, wanted.store_sectors);
}

void expect_no_hazards(const LaunchResult& result) {
  for (const base::Hazard& hazard : result.hazards) ADD_FAILURE() << hazard.text;
}

const auto kIota = [](std::size_t i) { return i; };

TEST(HardwareCases, ARuntimeStrideTakesGcdOfStrideAnd32Wavefronts) {
  const Program program = case_program("01_stride_runtime");
  const std::pair<int, std::uint64_t> kRows[] = {{1, 1},   {2, 2},   {3, 1},  {8, 8},
                                                 {16, 16}, {32, 32}, {33, 1}, {24, 8}};
  for (const auto& [stride, wavefronts] : kRows) {
    LaunchBuilder launch("stride_runtime", {1, 1, 1}, {32, 1, 1});
    launch.buffer(ElementType::kI32, 2048, kIota).zeros(ElementType::kI32, 32).scalar(stride);
    const LaunchResult result = launch.run(program);
    expect_counts(result, {wavefronts, 1, 64, 64, 256, 4});
    expect_no_hazards(result);
    for (int t = 0; t < 32; ++t)
      EXPECT_EQ(launch.element(1, static_cast<std::size_t>(t)), t * stride);
  }
}

void run_transpose(const std::string& name, const std::string& kernel,
                   std::uint64_t load_wavefronts) {
  LaunchBuilder launch(kernel, {1, 1, 1}, {32, 8, 1});
  launch.buffer(ElementType::kF32, 1024, kIota).zeros(ElementType::kF32, 1024);
  const LaunchResult result = launch.run(case_program(name));
  expect_counts(result, {load_wavefronts, 32, 32, 32, 128, 128});
  expect_no_hazards(result);
  for (std::size_t r = 0; r < 32; ++r) {
    for (std::size_t c = 0; c < 32; ++c)
      EXPECT_EQ(launch.element(1, r * 32 + c), c * 32.0 + static_cast<double>(r));
  }
}

TEST(HardwareCases, APlainTransposeReadsItsTileWith32Conflicts) {
  run_transpose("02_transpose32_conflict", "transpose32", 1024);
}
TEST(HardwareCases, APaddedTransposeHasNoConflicts) {
  run_transpose("03_transpose32_pad", "transpose33", 32);
}
TEST(HardwareCases, ASwizzledTransposeHasNoConflicts) {
  run_transpose("04_transpose32_xor", "transpose_xor", 32);
}

TEST(HardwareCases, AStrideThatWrapsIsARaceAndNoConflict) {
  LaunchBuilder launch("mod_wrap", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kF32, 32, kIota).zeros(ElementType::kF32, 32);
  const LaunchResult result = launch.run(case_program("07_mod_wrap_write_race"));
  expect_counts(result, {1, 1, 1, 1, 4, 4});
  ASSERT_EQ(result.hazards.size(), 1u);
  EXPECT_EQ(result.hazards[0].kind, base::HazardKind::kSharedRace);
  EXPECT_EQ(result.hazards[0].line.line, 13);
  EXPECT_EQ(result.hazards[0].occurrences, 16u);
}

TEST(HardwareCases, BroadcastsAreFreeAndSameBanksAreNot) {
  LaunchBuilder launch("broadcast_multicast", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kI32, 256, kIota).zeros(ElementType::kI32, 128);
  const LaunchResult result = launch.run(case_program("08_broadcast_multicast"));
  expect_counts(result, {12, 4, 8, 8, 32, 16});
  expect_no_hazards(result);
  EXPECT_EQ(launch.element(1, 64 + 31), (31 / 4) * 32);
}

TEST(HardwareCases, DoublesAreServedByHalfWarps) {
  const Program program = case_program("10_double_stride");
  const std::pair<int, std::uint64_t> kRows[] = {{1, 2},  {2, 4},   {3, 2},  {4, 8},
                                                 {8, 16}, {16, 32}, {32, 32}};
  for (const auto& [stride, wavefronts] : kRows) {
    LaunchBuilder launch("double_stride", {1, 1, 1}, {32, 1, 1});
    launch.buffer(ElementType::kF64, 1024, kIota).zeros(ElementType::kF64, 32).scalar(stride);
    expect_counts(launch.run(program), {wavefronts, 1, 64, 32, 256, 8});
    EXPECT_EQ(launch.element(1, 31), 31 * stride);
  }
}

TEST(HardwareCases, VectorsOfFourAreServedByQuarterWarps) {
  const Program program = case_program("12_float4_stride");
  const std::pair<int, std::uint64_t> kRows[] = {{1, 4}, {2, 8}, {3, 4}, {4, 16}, {8, 32}, {10, 8}};
  for (const auto& [stride, wavefronts] : kRows) {
    LaunchBuilder launch("float4_stride", {1, 1, 1}, {32, 1, 1});
    launch.buffer(ElementType::kF32, 1280, kIota).zeros(ElementType::kF32, 128).scalar(stride);
    expect_counts(launch.run(program), {wavefronts, 1, 40, 10, 160, 16});
    EXPECT_EQ(launch.element(1, 4 * 31 + 3), 4 * 31 * stride + 3);
  }
}

TEST(HardwareCases, StructsOfThreeFloatsDoNotConflictAndOfFourDo) {
  LaunchBuilder launch("aos", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kF32, 256, kIota).zeros(ElementType::kF32, 96);
  expect_counts(launch.run(case_program("14_aos3_aos4")), {9, 3, 7, 7, 28, 12});
  EXPECT_EQ(launch.element(1, 31), 93);
}

TEST(HardwareCases, BytesOfOneWordDoNotConflict) {
  LaunchBuilder launch("bytes", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kU8, 4096, [](std::size_t i) { return i % 251; })
      .zeros(ElementType::kU8, 128);
  const LaunchResult result = launch.run(case_program("15_bytes"));
  expect_counts(result, {35, 4, 32, 32, 128, 4});
  expect_no_hazards(result);
  EXPECT_EQ(launch.element(1, 96 + 31), 33 * 31 % 251);
}

TEST(HardwareCases, AnInterleavedReductionConflictsMoreAsFewerLanesWork) {
  LaunchBuilder launch("reduce_interleaved", {1, 1, 1}, {256, 1, 1});
  launch.buffer(ElementType::kI32, 256, kIota).zeros(ElementType::kI32, 1);
  const LaunchResult result = launch.run(case_program("17_reduce_interleaved"));
  // The hardware counted 87 load wavefronts: ptxas merges the two loads of the first step into one
  // of 64 bits, 4 warps * 2 instead of 4 * (2 + 2).
  expect_counts(result, {2 * 47 + 1, 25, 8 + 47, 20, 32, 1});
  expect_no_hazards(result);
  EXPECT_EQ(launch.element(1, 0), 255 * 256 / 2);
}

TEST(HardwareCases, AScanWithOneBarrierAStepIsARace) {
  LaunchBuilder launch("scan_race", {1, 1, 1}, {64, 1, 1});
  launch.buffer(ElementType::kI32, 64, kIota).zeros(ElementType::kI32, 64);
  const LaunchResult result = launch.run(case_program("19_scan_one_barrier_race"));
  expect_counts(result, {24, 24, 13, 13, 8, 8});
  ASSERT_FALSE(result.hazards.empty());
  EXPECT_EQ(result.hazards[0].line.line, 18);
}

TEST(HardwareCases, AReverseWithoutABarrierMissesOne) {
  LaunchBuilder launch("reverse_no_barrier", {1, 1, 1}, {64, 1, 1});
  launch.buffer(ElementType::kI32, 64, kIota).zeros(ElementType::kI32, 64);
  const LaunchResult result = launch.run(case_program("20_reverse_no_barrier"));
  expect_counts(result, {2, 2, 2, 2, 8, 8});
  ASSERT_FALSE(result.hazards.empty());
  EXPECT_EQ(result.hazards[0].kind, base::HazardKind::kUninitialisedRead);
  EXPECT_EQ(result.hazards.back().kind, base::HazardKind::kMissingBarrier);
}

TEST(HardwareCases, AHistogramCountsItsAtomicsApart) {
  LaunchBuilder launch("hist_atomic", {1, 1, 1}, {256, 1, 1});
  launch.buffer(ElementType::kU32, 256, kIota).zeros(ElementType::kU32, 64);
  const LaunchResult result = launch.run(case_program("22_hist_atomic"));
  expect_counts(result, {2, 2, 2, 2, 32, 0});
  expect_no_hazards(result);
  EXPECT_EQ(result.counts.shared_atomic.requests, 8u);
  EXPECT_EQ(result.counts.shared_atomic.wavefronts, 16u);
  EXPECT_EQ(launch.element(1, 63), 4);
}

TEST(HardwareCases, ShuffledPartialsUseSharedMemoryOncePerWarp) {
  LaunchBuilder launch("shfl_partials", {1, 1, 1}, {256, 1, 1});
  launch.buffer(ElementType::kI32, 256, kIota).zeros(ElementType::kI32, 1);
  const LaunchResult result = launch.run(case_program("24_shfl_partials"));
  expect_counts(result, {1, 1, 8, 8, 32, 1});
  expect_no_hazards(result);
  EXPECT_EQ(launch.element(1, 0), 255 * 256 / 2);
}

TEST(HardwareCases, AnAsynchronousCopyIsCountedApart) {
  LaunchBuilder launch("async_copy", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kF32, 128, kIota).zeros(ElementType::kF32, 32);
  const LaunchResult result = launch.run(case_program("27_async_copy"));
  expect_counts(result, {2, 2, 0, 0, 16, 4});
  expect_no_hazards(result);
  EXPECT_EQ(result.counts.async_copy, (base::AccessCounts{1, 4, 4}));
  EXPECT_EQ(result.lines[0].line.line, 15) << "the copy is inlined three deep from this line";
  EXPECT_EQ(launch.element(1, 31), 31 + 127);
}

TEST(HardwareCases, ATiledProductIsCountedAtTheLevelOfThePtx) {
  LaunchBuilder launch("matmul16", {2, 2, 1}, {16, 16, 1});
  launch.buffer(ElementType::kF32, 1024, [](std::size_t i) { return i % 7; })
      .buffer(ElementType::kF32, 1024, [](std::size_t i) { return i % 5; })
      .zeros(ElementType::kF32, 1024);
  const LaunchResult result = launch.run(case_program("29_matmul16"));
  // The hardware counted 1,280 instructions and 1,536 wavefronts: ptxas merges the loads of As into
  // vectors. The PTX has 2 * 16 scalar loads a tile step, each without a conflict.
  expect_counts(result, {2048, 2048, 128, 128, 512, 128});
  expect_no_hazards(result);
  double wanted = 0;
  for (std::size_t k = 0; k < 32; ++k)
    wanted += static_cast<double>((3 * 32 + k) % 7 * ((k * 32 + 9) % 5));
  EXPECT_EQ(launch.element(2, 3 * 32 + 9), wanted);
}

TEST(HardwareCases, AStorePastTheDynamicSharedMemoryEndsTheLaunch) {
  LaunchBuilder launch("oob_uninit", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kF32, 32, kIota).zeros(ElementType::kF32, 32).dynamic_shared(128);
  const LaunchResult result = launch.run(case_program("33_oob_and_uninit"));
  EXPECT_EQ(result.outcome, base::RowOutcome::kCrashed);
  ASSERT_FALSE(result.hazards.empty());
  EXPECT_EQ(result.hazards.back().kind, base::HazardKind::kOutOfBounds);
  EXPECT_EQ(result.hazards.back().thread.thread.x, 31u);
  EXPECT_EQ(result.hazards.back().line.line, 12);
  EXPECT_EQ(result.outcome_text,
            "block 0 thread 31 writes element 32 of the block's shared memory, which has 32 "
            "elements (4 bytes at byte 128 of 128)");
}

TEST(HardwareCases, ABarrierThatHalfTheThreadsReachIsReportedAndDoesNotHang) {
  LaunchBuilder launch("divergent_barrier", {1, 1, 1}, {64, 1, 1});
  launch.buffer(ElementType::kI32, 64, kIota).zeros(ElementType::kI32, 64);
  const LaunchResult result = launch.run(case_program("34_divergent_barrier"));
  EXPECT_EQ(result.outcome, base::RowOutcome::kOk) << result.outcome_text;
  ASSERT_EQ(result.hazards.size(), 1u);
  EXPECT_EQ(result.hazards[0].kind, base::HazardKind::kDivergentBarrier);
  EXPECT_EQ(result.hazards[0].line.line, 14);
}

TEST(HardwareCases, AnEndlessLoopIsStopped) {
  LaunchBuilder launch("spin_forever", {1, 1, 1}, {64, 1, 1});
  launch.zeros(ElementType::kI32, 1).zeros(ElementType::kI32, 64);
  Options options;
  options.instruction_budget = 100'000;
  const LaunchResult result = launch.run(case_program("35_spin_forever"), options);
  EXPECT_EQ(result.outcome, base::RowOutcome::kTimedOut);
  EXPECT_EQ(result.hazards.back().kind, base::HazardKind::kEndlessLoop);
  EXPECT_EQ(result.hazards.back().line.line, 15);
}

TEST(HardwareCases, ASharedReadThatTheCompilerRemovedHasNoCount) {
  LaunchBuilder launch("elided", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kF32, 32, kIota).zeros(ElementType::kF32, 32);
  expect_counts(launch.run(case_program("37_elided")), {0, 0, 32, 1, 4, 4});
}

TEST(HardwareCases, AKernelPrintsAndItsAssertionsHold) {
  LaunchBuilder launch("printf_assert", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kI32, 32, kIota).zeros(ElementType::kI32, 32);
  const LaunchResult result = launch.run(case_program("40_printf_assert"));
  EXPECT_EQ(result.outcome, base::RowOutcome::kOk) << result.outcome_text;
  EXPECT_EQ(result.printed, "block 0 value 31\n");
  EXPECT_EQ(launch.element(1, 0), 31);
}

TEST(HardwareCases, AFailedAssertionIsReportedAtItsLine) {
  LaunchBuilder launch("printf_assert", {1, 1, 1}, {32, 1, 1});
  launch.buffer(ElementType::kI32, 32, [](std::size_t i) { return i == 5 ? -1 : 1; })
      .zeros(ElementType::kI32, 32);
  const LaunchResult result = launch.run(case_program("40_printf_assert"));
  EXPECT_EQ(result.outcome, base::RowOutcome::kCrashed);
  EXPECT_EQ(result.outcome_text, "block 0 thread 5 fails the assertion `in[t] >= 0`");
  EXPECT_EQ(result.hazards.back().line.line, 14);
}

}  // namespace
}  // namespace bankcheck::sim
