// Barriers that are objects in shared memory: the object, what kernels do with it, and what they
// get wrong.
#include "sim/mbarrier.hpp"

#include <gtest/gtest.h>

#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

using base::ElementType;
using base::HazardKind;
using base::RowOutcome;

TEST(Mbarrier, StartsItsNextPhaseWhenAllHaveArrived) {
  Mbarrier object = Mbarrier::with_count(3).value();
  EXPECT_TRUE(object.arrive(2));
  EXPECT_FALSE(object.finish_phase());
  EXPECT_TRUE(object.arrive(1));
  EXPECT_TRUE(object.finish_phase());
  EXPECT_EQ(object.phase, 1u);
  EXPECT_EQ(object.pending, 3u);
}

TEST(Mbarrier, WaitsForTransactionsBesideArrivals) {
  Mbarrier object = Mbarrier::with_count(1).value();
  EXPECT_TRUE(object.expect(64));
  EXPECT_TRUE(object.arrive(1));
  EXPECT_FALSE(object.finish_phase());
  EXPECT_TRUE(object.expect(-64));
  EXPECT_TRUE(object.finish_phase());
}

TEST(Mbarrier, WaitsForFewerAfterADrop) {
  Mbarrier object = Mbarrier::with_count(2).value();
  EXPECT_TRUE(object.drop(1));
  EXPECT_TRUE(object.arrive(1));
  EXPECT_TRUE(object.finish_phase());
  EXPECT_EQ(object.pending, 1u);
}

TEST(Mbarrier, RefusesCountsOutOfRange) {
  EXPECT_FALSE(Mbarrier::with_count(0));
  EXPECT_FALSE(Mbarrier::with_count(1u << 20));
  Mbarrier object = Mbarrier::with_count(2).value();
  EXPECT_FALSE(object.arrive(0));
  EXPECT_FALSE(object.arrive(3));
  EXPECT_FALSE(object.drop(3));
  EXPECT_FALSE(object.expect(1 << 20));
  EXPECT_FALSE(object.expect(-(1 << 20)));
}

TEST(Mbarrier, KeepsEveryFieldInItsWord) {
  const Mbarrier object{Mbarrier::kMost, 77, -static_cast<std::int32_t>(Mbarrier::kMost), 1};
  const Mbarrier again = Mbarrier::unpack(object.pack()).value();
  EXPECT_EQ(again.expected, object.expected);
  EXPECT_EQ(again.pending, object.pending);
  EXPECT_EQ(again.transactions, object.transactions);
  EXPECT_EQ(again.phase, object.phase);
}

TEST(Mbarrier, IsToldFromMemoryThatIsNone) {
  EXPECT_FALSE(Mbarrier::unpack(0));
  EXPECT_FALSE(Mbarrier::unpack(~std::uint64_t{0}));
}

const Program& kernels() {
  static const Program kProgram = program_of(read_text(BANKCHECK_TEST_DATA "/ptx/mbarriers.ptx"));
  return kProgram;
}

/// Runs a kernel of mbarriers.cu with in[i] = i, without a hazard; its output.
std::vector<int> output_of(const std::string& kernel, std::uint32_t threads = 128) {
  LaunchBuilder launch(kernel, {1, 1, 1}, {threads, 1, 1});
  launch.buffer(ElementType::kI32, 256, [](std::size_t i) { return i; })
      .zeros(ElementType::kI32, threads);
  const LaunchResult result = launch.run(kernels());
  EXPECT_EQ(result.outcome, RowOutcome::kOk) << result.outcome_text;
  EXPECT_TRUE(result.hazards.empty()) << result.hazards.front().text;
  std::vector<int> output;
  for (std::size_t i = 0; i < threads; ++i) {
    output.push_back(static_cast<int>(launch.element(1, i)));
  }
  return output;
}

template <class Value>
void expect_each(const std::vector<int>& output, Value value) {
  for (int i = 0; i < static_cast<int>(output.size()); ++i) {
    EXPECT_EQ(output[static_cast<std::size_t>(i)], value(i)) << i;
  }
}

TEST(MbarrierKernels, ReadBehindTheBarrierWhatOthersWroteBeforeIt) {
  expect_each(output_of("reverse_behind_a_barrier"), [](int i) { return 127 - i; });
}

TEST(MbarrierKernels, ArriveAndWaitApartInPhaseAfterPhase) {
  expect_each(output_of("sums_in_two_phases"), [](int i) {
    int sum = 0;
    for (int phase = 0; phase < 4; ++phase) sum = sum * 3 + phase + (i + phase * 7) % 128 + phase;
    return sum;
  });
}

TEST(MbarrierKernels, HandBuffersFromAWarpToTheOthers) {
  expect_each(output_of("one_warp_produces"), [](int i) {
    if (i < 32) return 0;
    int sum = 0;
    for (int step = 0; step < 6; ++step) sum += (i + step) % 32 * (step + 1);
    return sum;
  });
}

TEST(MbarrierKernels, GoOnWithoutThoseThatDroppedOut) {
  expect_each(output_of("half_drop_out"),
              [](int i) { return i >= 64 ? -1 : (63 - i) + (63 - i) + 64; });
}

TEST(MbarrierKernels, FillTheStagesOfAPipeline) {
  expect_each(output_of("pipeline_of_two_stages"), [](int i) {
    int sum = 0;
    for (int step = 0; step < 4; ++step) sum = sum * 2 + (i * 5 + step) % 64 + step * 64;
    return sum;
  });
}

TEST(MbarrierKernels, LetACopyArriveByItself) {
  expect_each(output_of("copy_arrives"), [](int i) { return (i + 1) % 128; });
}

/// A kernel of one warp pair whose object `bar` waits for `count` arrivals; `body` may use `%r1`,
/// the thread, and `%rd1`, the output.
LaunchResult run_body(const std::string& count, const std::string& body) {
  const std::string text = R"(
.version 8.3
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
{
  .reg .pred %p<4>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  .shared .align 8 .b64 bar;
  .shared .align 4 .b8 tile[256];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, tile;
  add.s32 %r3, %r3, %r2;
  xor.b32 %r4, %r2, 252;
  mov.u32 %r5, tile;
  add.s32 %r4, %r5, %r4;
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra made;
  )" + count + R"(
made:
  bar.sync 0;
  )" + body + R"(
  ret;
})";
  LaunchBuilder launch("k", {1, 1, 1}, {64, 1, 1});
  launch.zeros(ElementType::kU32, 64);
  return launch.run(program_of(text));
}

constexpr const char* kInit = "mbarrier.init.shared.b64 [bar], 64;";

TEST(MbarrierMisuse, AReadBeforeTheWaitIsARace) {
  const LaunchResult result = run_body(kInit, R"(
  st.shared.u32 [%r3], %r1;
  mbarrier.arrive.shared.b64 %rd2, [bar];
  ld.shared.u32 %r6, [%r4];
again:
  mbarrier.test_wait.shared.b64 %p2, [bar], %rd2;
  @!%p2 bra again;)");
  ASSERT_FALSE(result.hazards.empty());
  for (const base::Hazard& hazard : result.hazards) {
    EXPECT_TRUE(hazard.kind == HazardKind::kMissingBarrier ||
                hazard.kind == HazardKind::kUninitialisedRead)
        << hazard.text;
  }
}

TEST(MbarrierMisuse, AWaitByParityOrdersLikeOneByState) {
  const LaunchResult result = run_body(kInit, R"(
  st.shared.u32 [%r3], %r1;
  mbarrier.arrive.release.cta.shared::cta.b64 _, [bar];
again:
  mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
  @!%p2 bra again;
  ld.shared.u32 %r6, [%r4];)");
  EXPECT_EQ(result.outcome, RowOutcome::kOk) << result.outcome_text;
  EXPECT_TRUE(result.hazards.empty()) << result.hazards.front().text;
}

void expect_fault(const LaunchResult& result, HazardKind kind, const std::string& text) {
  ASSERT_FALSE(result.hazards.empty());
  EXPECT_EQ(result.hazards.back().kind, kind);
  EXPECT_EQ(result.hazards.back().text, text);
}

TEST(MbarrierMisuse, WaitingForMoreThanComeIsADeadlock) {
  expect_fault(run_body("mbarrier.init.shared.b64 [bar], 65;", R"(
  mbarrier.arrive.shared.b64 %rd2, [bar];
again:
  mbarrier.try_wait.shared.b64 %p2, [bar], %rd2;
  @!%p2 bra again;)"),
               HazardKind::kDeadlock,
               "block 0 thread 0 waits at an mbarrier for arrivals that never come");
}

TEST(MbarrierMisuse, MoreArrivalsThanAPhaseWaitsForAreNamed) {
  expect_fault(
      run_body("mbarrier.init.shared.b64 [bar], 2;", "mbarrier.arrive.shared.b64 %rd2, [bar], 3;"),
      HazardKind::kTrap,
      "block 0 thread 0 arrives more often than a phase waits for at an mbarrier");
}

TEST(MbarrierMisuse, AnObjectThatNobodyMadeIsNamed) {
  expect_fault(run_body("", "mbarrier.arrive.shared.b64 %rd2, [bar];"), HazardKind::kTrap,
               "block 0 thread 0 uses memory that mbarrier.init has not made an mbarrier");
}

TEST(MbarrierMisuse, ACountOfZeroIsNamed) {
  expect_fault(run_body("mbarrier.init.shared.b64 [bar], 0;", ""), HazardKind::kTrap,
               "block 0 thread 0 gives a count out of range to an mbarrier");
}

TEST(MbarrierCounts, PendingArrivalsAreThoseOfTheState) {
  LaunchBuilder launch("k", {1, 1, 1}, {1, 1, 1});
  launch.zeros(ElementType::kU32, 1);
  launch.run(program_of(R"(
.version 8.3
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  .shared .align 8 .b64 bar;
  ld.param.u64 %rd1, [out];
  mbarrier.init.shared.b64 [bar], 9;
  mbarrier.arrive.noComplete.shared.b64 %rd2, [bar], 4;
  mbarrier.arrive.noComplete.shared.b64 %rd2, [bar], 1;
  mbarrier.pending_count.b64 %r1, %rd2;
  st.global.u32 [%rd1], %r1;
  ret;
})"));
  EXPECT_EQ(launch.element(0, 0), 5);
}

}  // namespace
}  // namespace bankcheck::sim
