#include "report/lane_map.hpp"

#include <gtest/gtest.h>

namespace bankcheck::report {
namespace {

base::WarpAccess strided(std::uint32_t stride, int width_bytes = 4) {
  base::WarpAccess access;
  access.width_bytes = width_bytes;
  for (std::uint32_t lane = 0; lane < base::kWarpLanes; ++lane) {
    access.byte_address[lane] = lane * stride * static_cast<std::uint32_t>(width_bytes);
  }
  return access;
}

TEST(LaneMap, SortsLanesIntoTheWordsOfEachBank) {
  const LaneMap map = map_lanes(strided(16));
  ASSERT_EQ(map.phases.size(), 1u);
  EXPECT_EQ(map.degree, 16);
  EXPECT_EQ(map.wavefronts, 16);
  const BankWords& banks = map.phases[0].banks;
  ASSERT_EQ(banks[16].size(), 16u);
  EXPECT_EQ(banks[16][1].word, 48u);
  EXPECT_EQ(banks[16][1].lanes, 1u << 3);
  EXPECT_TRUE(banks[1].empty());
}

TEST(LaneMap, PutsLanesOnTheSameWordTogether) {
  const LaneMap map = map_lanes(strided(0));
  ASSERT_EQ(map.phases[0].banks[0].size(), 1u);
  EXPECT_EQ(map.phases[0].banks[0][0].lanes, base::kFullMask);
}

TEST(LaneMap, LeavesIdleLanesOut) {
  base::WarpAccess access = strided(32);
  access.active_mask = 0b101;
  const LaneMap map = map_lanes(access);
  EXPECT_EQ(map.degree, 2);
  EXPECT_EQ(map.phases[0].banks[0][1].word, 64u);
  access.active_mask = 0;
  EXPECT_TRUE(map_lanes(access).phases.empty());
}

TEST(LaneMap, SpreadsAWideLaneOverNeighbouringBanks) {
  const LaneMap map = map_lanes(strided(1, 16));
  ASSERT_EQ(map.phases.size(), 4u);
  EXPECT_EQ(map.phases[1].phase.lanes, 0xff00u);
  for (int bank = 0; bank < 4; ++bank) {
    ASSERT_EQ(map.phases[1].banks[static_cast<std::size_t>(bank)].size(), 1u);
    EXPECT_EQ(map.phases[1].banks[static_cast<std::size_t>(bank)][0].lanes, 1u << 8);
  }
}

TEST(LaneMap, NamesNeighbouringLanesAsARange) {
  EXPECT_EQ(lanes_text(base::kFullMask), "0-31");
  EXPECT_EQ(lanes_text(0x00010008u), "3, 16");
  EXPECT_EQ(lanes_text(0x80000007u), "0-2, 31");
  EXPECT_EQ(lanes_text(0), "");
  EXPECT_EQ(named_lanes_text(1u << 3), "lane 3");
  EXPECT_EQ(named_lanes_text(3), "lanes 0-1");
}

TEST(LaneMap, TellsAConflictFromABroadcast) {
  EXPECT_EQ(conflict_text(map_lanes(strided(8))), "an 8-way bank conflict");
  EXPECT_EQ(conflict_text(map_lanes(strided(3))), "no conflict");
  EXPECT_EQ(conflict_text(map_lanes(strided(0))), "a broadcast: every lane asks for the same word");
  base::WarpAccess pairs = strided(1);
  for (auto& address : pairs.byte_address) address &= ~4u;
  EXPECT_EQ(conflict_text(map_lanes(pairs)),
            "no conflict: lanes on the same word are served together");
  pairs.kind = base::AccessKind::kStore;
  EXPECT_EQ(conflict_text(map_lanes(pairs)),
            "no conflict, but several lanes store to the same word");
  EXPECT_EQ(conflict_text(map_lanes(strided(1, 8))), "no conflict within a phase");
  EXPECT_EQ(conflict_text(map_lanes(strided(2, 8))), "a bank conflict within a phase");
}

}  // namespace
}  // namespace bankcheck::report
