// Modifiers that change a result: .ftz where subnormal values meet, .relu, .NaN. Expected values
// follow from the PTX manual's definitions.
#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

/// A kernel of one thread that leaves `%r9` after the statements; %f1 and %f2 hold the largest
/// subnormal float and its negative.
std::uint32_t result_of(const std::string& statements) {
  const std::string text = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry one(.param .u64 out)
{
  .reg .pred %p<4>;
  .reg .b16 %h<4>;
  .reg .b32 %r<10>;
  .reg .f32 %f<8>;
  .reg .b64 %d<4>;
  mov.b32 %f1, 0x007fffff;
  mov.b32 %f2, 0x807fffff;
)" + statements + R"(
  ld.param.u64 %d1, [out];
  st.global.u32 [%d1], %r9;
  ret;
}
)";
  LaunchBuilder launch("one", {1, 1, 1}, {1, 1, 1});
  launch.zeros(base::ElementType::kU32, 1);
  const LaunchResult result = launch.run(program_of(text));
  EXPECT_EQ(result.outcome, base::RowOutcome::kOk) << result.outcome_text;
  return static_cast<std::uint32_t>(launch.element(0, 0));
}

TEST(Ftz, MakesComparisonsTakeSubnormalsForZero) {
  const std::string select = "selp.u32 %r9, 1, 0, %p1;";
  EXPECT_EQ(result_of("setp.gt.f32 %p1, %f1, %f2;" + select), 1u);
  EXPECT_EQ(result_of("setp.gt.ftz.f32 %p1, %f1, %f2;" + select), 0u);
  EXPECT_EQ(result_of("setp.eq.ftz.f32 %p1, %f1, %f2;" + select), 1u);
  EXPECT_EQ(result_of("set.ne.u32.f32 %r9, %f1, %f2;"), 0xffffffffu);
  EXPECT_EQ(result_of("set.ne.ftz.u32.f32 %r9, %f1, %f2;"), 0u);
}

TEST(Ftz, MakesASelectionTakeANegativeSubnormalForZero) {
  EXPECT_EQ(result_of("slct.u32.f32 %r9, 1, 2, %f2;"), 2u);
  EXPECT_EQ(result_of("slct.ftz.u32.f32 %r9, 1, 2, %f2;"), 1u);
}

TEST(Ftz, FlushesWhatExponentialsOfBfloatsGive) {
  // 2 to the -127 is half the smallest normal number.
  EXPECT_EQ(result_of("mov.b16 %h1, 0xc2fe; ex2.approx.ftz.bf16 %h2, %h1; cvt.u32.u16 %r9, %h2;"),
            0u);
  EXPECT_EQ(result_of("mov.b16 %h1, 0xc2fc; ex2.approx.ftz.bf16 %h2, %h1; cvt.u32.u16 %r9, %h2;"),
            0x0080u);
}

TEST(Relu, PutsZeroInPlaceOfANegativeResult) {
  EXPECT_EQ(result_of("max.relu.s32 %r9, -7, -9;"), 0u);
  EXPECT_EQ(result_of("max.relu.s32 %r9, -7, 9;"), 9u);
  EXPECT_EQ(result_of("min.relu.s32 %r9, -7, 9;"), 0u);
  EXPECT_EQ(result_of("min.relu.s32 %r9, 7, 9;"), 7u);
}

TEST(NaN, IsHandedOnByTheExtremesOfHalvesThatSaySo) {
  const std::string halves = "mov.b16 %h1, 0x7e01; mov.b16 %h2, 0x3c00;";
  EXPECT_EQ(result_of(halves + "max.f16 %h3, %h1, %h2; cvt.u32.u16 %r9, %h3;"), 0x3c00u);
  EXPECT_EQ(result_of(halves + "max.NaN.f16 %h3, %h1, %h2; cvt.u32.u16 %r9, %h3;"), 0x7fffu);
  EXPECT_EQ(result_of(halves + "min.NaN.bf16 %h3, %h2, %h1; cvt.u32.u16 %r9, %h3;"), 0x3c00u);
}

TEST(PackedDifference, IsAddedToTheThirdSourceWhereItSaysSo) {
  const std::string words = "mov.u32 %r1, 0x01ff00aa; mov.u32 %r2, 0x02fe0a00;";
  EXPECT_EQ(result_of(words + "vabsdiff4.u32.u32.u32 %r9, %r1, %r2, 1000;"), 0x01010aaau);
  EXPECT_EQ(result_of(words + "vabsdiff4.u32.u32.u32.add %r9, %r1, %r2, 1000;"),
            1000u + 1 + 1 + 10 + 0xaa);
  EXPECT_EQ(result_of(words + "vabsdiff2.u32.u32.u32.add %r9, %r1, %r2, 1000;"),
            1000u + (0x02fe - 0x01ff) + (0x0a00 - 0x00aa));
}

TEST(UnknownSemantics, AreRefusedAndNotGuessed) {
  const Program program = program_of(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry one()
{
  .reg .b16 %h<4>;
  add.ftz.f16 %h1, %h2, %h3;
  fma.rn.oob.f16 %h1, %h2, %h3, %h1;
  ret;
}
)");
  const LaunchResult refused = LaunchBuilder("one", {1, 1, 1}, {1, 1, 1}).run(program);
  EXPECT_EQ(refused.outcome, base::RowOutcome::kUnsupported);
  EXPECT_NE(refused.outcome_text.find("add.ftz.f16"), std::string::npos) << refused.outcome_text;
  EXPECT_NE(refused.outcome_text.find("fma.rn.oob.f16"), std::string::npos);
}

}  // namespace
}  // namespace bankcheck::sim
