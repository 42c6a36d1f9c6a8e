#include "batch/isolated_launch.hpp"

#include <gtest/gtest.h>

namespace bankcheck::batch {
namespace {

using Status = IsolatedLaunch::Status;

constexpr const char* kDoubles = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry twice(.param .u64 data)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  add.s32 %r2, %r2, %r2;
  st.global.u32 [%rd3], %r2;
  ret;
}
)";

base::Launch launch() {
  base::Launch launch;
  launch.kernel = "twice";
  launch.block = {32, 1, 1};
  base::Buffer data{"data", base::ElementType::kI32, std::vector<std::byte>(128)};
  for (std::size_t i = 0; i < 32; ++i) base::set_element(data, i, static_cast<double>(i));
  launch.buffers = {data};
  launch.arguments = {base::BufferArgument{0}};
  return launch;
}

TEST(IsolatedLaunch, BringsBackTheBuffersAndTheCounts) {
  base::Launch twice = launch();
  const IsolatedLaunch ran = run_isolated(kDoubles, "twice.ptx", twice, {});
  ASSERT_EQ(ran.status, Status::kRan);
  EXPECT_EQ(ran.result.outcome, base::RowOutcome::kOk);
  EXPECT_EQ(ran.result.counts.global_load.requests, 1u);
  EXPECT_EQ(base::element_as_double(twice.buffers[0], 21), 42);
}

/// Each lane adds the two words of a pair that lanes stored before.
constexpr const char* kPairs = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry pairs(.param .u64 data)
{
  .reg .b32 %r<9>;
  .reg .b64 %rd<4>;
  .shared .align 4 .b8 words[256];
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 3;
  mov.u32 %r3, words;
  add.s32 %r4, %r3, %r2;
  st.shared.u32 [%r4], %r1;
  st.shared.u32 [%r4+4], %r1;
  ld.shared.u32 %r5, [%r4];
  ld.shared.u32 %r6, [%r4+4];
  add.s32 %r7, %r5, %r6;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r7;
  ret;
}
)";

TEST(IsolatedLaunch, SaysHowPtxasIsExpectedToJoinLoads) {
  base::Launch pairs = launch();
  pairs.kernel = "pairs";
  const IsolatedLaunch ran = run_isolated(kPairs, "pairs.ptx", pairs, {});
  EXPECT_EQ(ran.result.counts.shared_load.requests, 2u);
  EXPECT_EQ(ran.result.counts.shared_load.wavefronts, 4u);
  ASSERT_TRUE(ran.joined_loads.has_value());
  EXPECT_EQ(ran.joined_loads->requests, 1u);
  EXPECT_EQ(ran.joined_loads->wavefronts, 2u);
  EXPECT_EQ(base::element_as_double(pairs.buffers[0], 21), 42);
}

TEST(IsolatedLaunch, SaysNothingOfLoadsThatStayAsTheyAre) {
  base::Launch twice = launch();
  EXPECT_FALSE(run_isolated(kDoubles, "twice.ptx", twice, {}).joined_loads.has_value());
}

TEST(IsolatedLaunch, SaysWhereThePtxCannotBeRead) {
  base::Launch twice = launch();
  const IsolatedLaunch ran = run_isolated("this is no PTX", "twice.ptx", twice, {});
  EXPECT_EQ(ran.status, Status::kUnreadable);
  EXPECT_EQ(ran.errors.at(0).file, "twice.ptx");
  EXPECT_EQ(ran.errors.at(0).line, 1);
}

TEST(IsolatedLaunch, RefusesAKernelThatIsNotThere) {
  base::Launch twice = launch();
  twice.kernel = "thrice";
  const IsolatedLaunch ran = run_isolated(kDoubles, "twice.ptx", twice, {});
  EXPECT_EQ(ran.status, Status::kRefused);
  EXPECT_FALSE(ran.errors.empty());
  EXPECT_EQ(base::element_as_double(twice.buffers[0], 21), 21);
}

TEST(IsolatedLaunch, EndsWhenTheUserStops) {
  base::Launch endless = launch();
  const std::atomic<bool> stop = true;
  sim::Options options;
  options.stop = &stop;
  options.instruction_budget = std::uint64_t{1} << 60;
  std::string ptx = kDoubles;
  ptx.replace(ptx.find("  ret;"), 6, "L: add.s32 %r1, %r1, 3; bra L; ret;");
  EXPECT_EQ(run_isolated(ptx, "endless.ptx", endless, options).status, Status::kStopped);
}

}  // namespace
}  // namespace bankcheck::batch
