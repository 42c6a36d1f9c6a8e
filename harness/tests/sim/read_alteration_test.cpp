#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

// Each thread stores its number to shared memory, loads its neighbour's twice and stores the sum.
constexpr const char* kNeighbours = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry neighbours(.param .u64 out)
{
  .reg .b32 %r<9>;
  .reg .b64 %rd<5>;
  .shared .align 4 .b8 tile[256];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, tile;
  shl.b32 %r3, %r1, 2;
  add.s32 %r4, %r2, %r3;
  st.shared.u32 [%r4], %r1;
  bar.sync 0;
  xor.b32 %r5, %r3, 4;
  add.s32 %r4, %r2, %r5;
  ld.shared.u32 %r6, [%r4];
  ld.shared.u32 %r7, [%r4];
  add.s32 %r8, %r6, %r7;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  st.global.u32 [%rd4], %r8;
  ret;
}
)";

TEST(ReadAlteration, ChangesOneLoadOfTheChosenThreadsAndNothingElse) {
  const Program program = program_of(kNeighbours);
  LaunchBuilder launch("neighbours", {1, 1, 1}, {64, 1, 1});
  launch.zeros(base::ElementType::kU32, 64);
  Options options;
  options.alteration = ReadAlteration{3, 2};
  ASSERT_EQ(launch.run(program, options).outcome, base::RowOutcome::kOk);
  int changed = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    const auto neighbour = static_cast<std::uint32_t>(i ^ 1);
    const bool is_chosen = options.alteration->altered_read(i).has_value();
    const std::uint32_t other = neighbour == 0 ? 0x3f800000u : neighbour ^ 0x00800000u;
    EXPECT_EQ(launch.element(0, i), is_chosen ? neighbour + other : 2 * neighbour) << i;
    changed += is_chosen ? 1 : 0;
  }
  EXPECT_GT(changed, 0);
  EXPECT_LT(changed, 64);
}

TEST(RequestDigest, TellsWhichLanesReadWhichWordsTogether) {
  const Program program = program_of(kNeighbours);
  LaunchBuilder launch("neighbours", {1, 1, 1}, {64, 1, 1});
  launch.zeros(base::ElementType::kU32, 64);
  Options options;
  options.keep_ledger = true;
  const LaunchResult result = launch.run(program, options);
  ASSERT_EQ(result.requests.size(), 2u);
  for (std::uint32_t warp = 0; warp < 2; ++warp) {
    std::uint64_t sum = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      sum += RequestDigest::of_lane(static_cast<int>(lane), (warp * 32 + lane) ^ 1);
    }
    RequestDigest wanted;
    wanted.add(sum);
    wanted.add(sum);
    EXPECT_EQ(result.requests[warp], wanted);
  }
}

}  // namespace
}  // namespace bankcheck::sim
