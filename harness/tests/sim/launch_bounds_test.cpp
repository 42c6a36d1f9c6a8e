// What a kernel declares about its blocks, and launches that do not keep to it.
#include "launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

LaunchResult launched(const std::string& directive, base::Dim3 block) {
  const Program program = program_of(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry nothing()\n" +
      directive + "\n{\n  ret;\n}\n");
  return LaunchBuilder("nothing", {1, 1, 1}, block).run(program);
}

TEST(LaunchBounds, RefuseMoreThreadsThanTheKernelMayHave) {
  const LaunchResult result = launched(".maxntid 32, 1, 1", {64, 1, 1});
  EXPECT_EQ(result.outcome, base::RowOutcome::kCrashed);
  EXPECT_EQ(result.outcome_text,
            "the kernel declares that a block has at most 32 threads; it gets 64");
}

TEST(LaunchBounds, BoundTheNumberOfThreadsAndNotTheBlocksShape) {
  EXPECT_EQ(launched(".maxntid 64, 1, 1", {8, 8, 1}).outcome, base::RowOutcome::kOk);
  EXPECT_EQ(launched(".maxntid 64, 1, 1", {32, 1, 1}).outcome, base::RowOutcome::kOk);
}

TEST(LaunchBounds, RefuseFewerThreadsThanTheKernelMustHave) {
  const LaunchResult result = launched(".reqntid 64", {32, 1, 1});
  EXPECT_EQ(result.outcome, base::RowOutcome::kCrashed);
  EXPECT_EQ(result.outcome_text,
            "the kernel declares that a block has 64 x 1 x 1 threads; it gets 32 x 1 x 1");
}

TEST(LaunchBounds, RefuseAnotherShapeThanTheKernelMustHave) {
  EXPECT_EQ(launched(".reqntid 8, 8", {64, 1, 1}).outcome, base::RowOutcome::kCrashed);
  EXPECT_EQ(launched(".reqntid 8, 8", {8, 8, 1}).outcome, base::RowOutcome::kOk);
}

}  // namespace
}  // namespace bankcheck::sim
