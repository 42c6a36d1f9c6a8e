#include "compile/assembler_report.hpp"

#include <gtest/gtest.h>

namespace bankcheck::compile {
namespace {

TEST(AssemblerReport, GivesTheResourcesOfEachKernel) {
  const auto kernels = parse_assembler_report(
      "ptxas info    : 0 bytes gmem, 40 bytes cmem[3]\n"
      "ptxas info    : Compiling entry function '_Z1aPf' for 'sm_90'\n"
      "ptxas info    : Function properties for _Z1aPf\n"
      "    400 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads\n"
      "ptxas info    : Used 32 registers, used 1 barriers, 400 bytes cumulative stack size, "
      "8192 bytes smem\n"
      "ptxas info    : Compiling entry function '_Z1bPf' for 'sm_90'\n"
      "ptxas info    : Function properties for _Z1bPf\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 8 registers, used 0 barriers\n");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].kernel, "_Z1aPf");
  EXPECT_EQ(kernels[0].registers, 32u);
  EXPECT_EQ(kernels[0].shared_bytes, 8192u);
  EXPECT_EQ(kernels[0].stack_bytes, 400u);
  EXPECT_EQ(kernels[0].spill_store_bytes, 12u);
  EXPECT_EQ(kernels[0].spill_load_bytes, 16u);
  EXPECT_EQ(kernels[1].kernel, "_Z1bPf");
  EXPECT_EQ(kernels[1].registers, 8u);
  EXPECT_EQ(kernels[1].shared_bytes, 0u);
}

TEST(AssemblerReport, IsEmptyForOtherText) {
  EXPECT_TRUE(parse_assembler_report("Used 8 registers\n\n").empty());
}

}  // namespace
}  // namespace bankcheck::compile
