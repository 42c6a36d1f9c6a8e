// The two builds of the instruction bodies give the same bits.
#include "sim/isa.hpp"
#include "sim/launch_fixture.hpp"
#include "sim/program_impl.hpp"

namespace bankcheck::sim {
namespace {

using base::ElementType;

/// Runs the launch with the given bodies, whatever this processor would choose.
LaunchResult run_with(const Isa& isa, const std::string& ptx, base::Launch& launch) {
  auto module = std::make_shared<const ptx::Module>(ptx::parse(ptx, "test.ptx").value());
  return sim::run(Program::with_bodies(module, isa), launch, {}).value();
}

/// Every kind of lane-wise arithmetic on awkward values: zeros of both signs, subnormals,
/// infinities, NaN.
const char* const kArithmetic = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry mix(.param .u64 in, .param .u64 out)
{
  .reg .pred %p<4>;
  .reg .b32 %r<16>;
  .reg .f32 %f<24>;
  .reg .f64 %d<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  ld.global.f32 %f2, [%rd4+128];
  add.f32 %f3, %f1, %f2;
  mul.f32 %f4, %f1, %f2;
  fma.rn.f32 %f5, %f1, %f2, %f3;
  div.rn.f32 %f6, %f1, %f2;
  sqrt.rn.f32 %f7, %f2;
  min.f32 %f8, %f1, %f2;
  max.f32 %f9, %f1, %f2;
  add.rz.f32 %f10, %f1, %f2;
  add.ftz.f32 %f11, %f1, %f2;
  add.sat.f32 %f12, %f1, %f2;
  ex2.approx.f32 %f13, %f1;
  cvt.f64.f32 %d1, %f1;
  cvt.f64.f32 %d2, %f2;
  fma.rn.f64 %d3, %d1, %d2, %d1;
  cvt.rn.f32.f64 %f14, %d3;
  cvt.rzi.s32.f32 %r2, %f1;
  setp.ltu.f32 %p1, %f1, %f2;
  selp.f32 %f15, %f1, %f2, %p1;
  st.global.f32 [%rd5], %f3;
  st.global.f32 [%rd5+128], %f4;
  st.global.f32 [%rd5+256], %f5;
  st.global.f32 [%rd5+384], %f6;
  st.global.f32 [%rd5+512], %f7;
  st.global.f32 [%rd5+640], %f8;
  st.global.f32 [%rd5+768], %f9;
  st.global.f32 [%rd5+896], %f10;
  st.global.f32 [%rd5+1024], %f11;
  st.global.f32 [%rd5+1152], %f12;
  st.global.f32 [%rd5+1280], %f13;
  st.global.f32 [%rd5+1408], %f14;
  st.global.u32 [%rd5+1536], %r2;
  st.global.f32 [%rd5+1664], %f15;
  ret;
}
)";

TEST(InstructionSets, GiveTheSameBits) {
  if (avx2_isa() == nullptr) GTEST_SKIP() << "this processor has no AVX2";
  const std::uint32_t kAwkward[] = {0x00000000, 0x80000000, 0x00000001, 0x807fffff,
                                    0x7f800000, 0xff800000, 0x7fc00001, 0x3f800000,
                                    0xbf800001, 0x7f7fffff, 0x4b800001, 0x3eaaaaab,
                                    0xc2280000, 0x00800000, 0x33d6bf95, 0x5f000000};
  base::Launch launches[2];
  for (base::Launch& launch : launches) {
    LaunchBuilder builder("mix", {1, 1, 1}, {32, 1, 1});
    builder.zeros(ElementType::kF32, 64).zeros(ElementType::kF32, 14 * 32);
    for (std::size_t i = 0; i < 64; ++i) {
      std::memcpy(builder.launch().buffers[0].bytes.data() + 4 * i,
                  &kAwkward[(i * 7 + i / 16) % 16], 4);
    }
    launch = builder.launch();
  }
  EXPECT_EQ(run_with(portable_isa(), kArithmetic, launches[0]).outcome, base::RowOutcome::kOk);
  EXPECT_EQ(run_with(*avx2_isa(), kArithmetic, launches[1]).outcome, base::RowOutcome::kOk);
  EXPECT_EQ(launches[0].buffers[1].bytes, launches[1].buffers[1].bytes);
}

TEST(InstructionSets, CountTheSameOnEveryCase) {
  if (avx2_isa() == nullptr) GTEST_SKIP() << "this processor has no AVX2";
  const std::string ptx = read_text(BANKCHECK_TEST_DATA "/cases/ptx/17_reduce_interleaved.ptx");
  LaunchResult results[2];
  const Isa* const isas[] = {&portable_isa(), avx2_isa()};
  for (int i = 0; i < 2; ++i) {
    LaunchBuilder builder("reduce_interleaved", {1, 1, 1}, {256, 1, 1});
    builder.buffer(ElementType::kI32, 256, [](std::size_t e) { return e; })
        .zeros(ElementType::kI32, 1);
    results[i] = run_with(*isas[i], ptx, builder.launch());
  }
  EXPECT_EQ(results[0].counts, results[1].counts);
  EXPECT_EQ(results[0].warp_instructions, results[1].warp_instructions);
}

}  // namespace
}  // namespace bankcheck::sim
