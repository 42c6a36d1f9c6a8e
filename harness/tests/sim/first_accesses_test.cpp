#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

LaunchResult run_case(const char* name, const char* kernel) {
  const Program program =
      program_of(read_text(std::string(BANKCHECK_TEST_DATA "/cases/ptx/") + name + ".ptx"));
  LaunchBuilder launch(kernel, {1, 1, 1}, {32, 8, 1});
  launch.zeros(base::ElementType::kF32, 1024).zeros(base::ElementType::kF32, 1024);
  return launch.run(program);
}

TEST(FirstAccesses, AreTheFirstWarpsStoreAndLoadOfATransposedTile) {
  const LaunchResult result = run_case("02_transpose32_conflict", "transpose32");
  ASSERT_EQ(result.first_accesses.size(), 2u);
  const base::WarpAccess& store = result.first_accesses[0].access;
  EXPECT_EQ(store.kind, base::AccessKind::kStore);
  EXPECT_EQ(store.width_bytes, 4);
  EXPECT_EQ(store.active_mask, base::kFullMask);
  EXPECT_EQ(base::conflict_degree(store), 1);
  const base::WarpAccess& load = result.first_accesses[1].access;
  EXPECT_EQ(load.kind, base::AccessKind::kLoad);
  EXPECT_EQ(base::conflict_degree(load), 32);
  for (std::uint32_t lane = 0; lane < base::kWarpLanes; ++lane) {
    EXPECT_EQ(load.byte_address[lane] - load.byte_address[0], 128 * lane);
  }
  EXPECT_LT(result.first_accesses[0].line.line, result.first_accesses[1].line.line);
}

TEST(FirstAccesses, FollowThePaddingOfTheTile) {
  const LaunchResult result = run_case("03_transpose32_pad", "transpose33");
  ASSERT_EQ(result.first_accesses.size(), 2u);
  const base::WarpAccess& load = result.first_accesses[1].access;
  EXPECT_EQ(load.byte_address[1] - load.byte_address[0], 132u);
  EXPECT_EQ(base::conflict_degree(load), 1);
}

}  // namespace
}  // namespace bankcheck::sim
