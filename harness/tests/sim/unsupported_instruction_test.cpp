// A kernel with an instruction that nobody simulates beside one without.
#include "launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

constexpr const char* kTwoKernels = R"(.version 9.0
.target sm_90
.address_size 64
.func matrix_product() {
  .loc 1 12 3
  wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32;
  ret;
}
.visible .entry good(.param .u64 out) {
  .reg .b64 %rd<2>;
  ld.param.u64 %rd0, [out];
  st.global.u32 [%rd0], 7;
  ret;
}
.visible .entry bad(.param .u64 out) {
  call matrix_product;
  ret;
}
.file 1 "/home/student/probe.cu"
)";

TEST(UnsupportedInstruction, RefusesOnlyTheKernelThatReachesIt) {
  const Program program = program_of(kTwoKernels);
  LaunchBuilder good("good", {1, 1, 1}, {1, 1, 1});
  good.zeros(base::ElementType::kU32, 1);
  EXPECT_EQ(good.run(program).outcome, base::RowOutcome::kOk);
  EXPECT_EQ(good.element(0, 0), 7);

  LaunchBuilder bad("bad", {1, 1, 1}, {1, 1, 1});
  bad.zeros(base::ElementType::kU32, 1);
  const LaunchResult refused = bad.run(program);
  EXPECT_EQ(refused.outcome, base::RowOutcome::kUnsupported);
  EXPECT_EQ(refused.outcome_text.substr(0, refused.outcome_text.find('\n')),
            "test.ptx:6:3: error: instruction `wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32` is "
            "not supported (probe.cu:12): tensor-core instructions are not simulated");
}

}  // namespace
}  // namespace bankcheck::sim
