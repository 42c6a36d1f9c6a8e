// The sentences that tell a student which element of which array was missed.
#include <string>

#include <gtest/gtest.h>

#include "launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

using base::ElementType;

/// A kernel of one thread that executes `access`.
std::string kernel(const std::string& declarations, const std::string& access) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n"
         ".visible .entry k(.param .u64 first, .param .u64 second)\n{\n" +
         declarations +
         ".reg .b64 %rd<4>;\n.reg .b32 %r<4>;\n.reg .f32 %f<5>;\n"
         "ld.param.u64 %rd1, [first];\nld.param.u64 %rd2, [second];\n" +
         access + "\nret;\n}\n";
}

/// What the launch on two buffers of 8 floats says.
std::string outcome(const std::string& declarations, const std::string& access) {
  LaunchBuilder launch("k", {1, 1, 1}, {1, 1, 1});
  launch.zeros(ElementType::kF32, 8).zeros(ElementType::kF32, 8);
  const LaunchResult result = launch.run(program_of(kernel(declarations, access)));
  EXPECT_EQ(result.outcome, base::RowOutcome::kCrashed);
  return result.outcome_text;
}

TEST(FaultText, NamesTheElementPastTheEndOfABuffer) {
  EXPECT_EQ(outcome("", "ld.global.f32 %f1, [%rd1+32];"),
            "block 0 thread 0 reads element 8 of the buffer buffer0, which has 8 elements (4 bytes "
            "at byte 32 of 32)");
}

TEST(FaultText, NamesTheElementBeforeTheStartOfTheBufferThatIsNearer) {
  EXPECT_EQ(outcome("", "st.global.f32 [%rd2+-4], %f1;"),
            "block 0 thread 0 writes element -1 of the buffer buffer1, which has 8 elements (4 "
            "bytes at byte -4 of 32)");
}

TEST(FaultText, CountsAWideAccessInTheBuffersOwnElements) {
  EXPECT_EQ(outcome("", "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+32];"),
            "block 0 thread 0 reads elements 8 to 11 of the buffer buffer0, which has 8 elements "
            "(16 bytes at byte 32 of 32)");
}

TEST(FaultText, NamesTheOnlySharedArray) {
  EXPECT_EQ(outcome(".shared .align 4 .b8 tile[64];", "ld.shared.f32 %f1, [tile+64];"),
            "block 0 thread 0 reads element 16 of shared array tile, which has 16 elements (4 "
            "bytes at byte 64 of 64)");
  EXPECT_EQ(outcome(".shared .align 4 .b8 tile[64];",
                    "mov.u32 %r1, tile;\nsub.u32 %r1, %r1, 8;\nst.shared.f32 [%r1], %f1;"),
            "block 0 thread 0 writes element -2 of shared array tile, which has 16 elements (4 "
            "bytes at byte -8 of 64)");
}

TEST(FaultText, GuessesNoneOfSeveralSharedArrays) {
  EXPECT_EQ(outcome(".shared .align 4 .b8 a[64];\n.shared .align 4 .b8 b[64];\n",
                    "ld.shared.f32 %f1, [a];\nst.shared.f32 [b+64], %f1;"),
            "block 0 thread 0 writes element 32 of the block's shared memory, which has 32 "
            "elements (4 bytes at byte 128 of 128)");
}

}  // namespace
}  // namespace bankcheck::sim
