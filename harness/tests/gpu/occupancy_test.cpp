// Resident blocks against figures of the CUDA occupancy calculator, worked out by hand.
#include "gpu/occupancy.hpp"

#include <gtest/gtest.h>

namespace bankcheck::gpu {
namespace {

class OccupancyTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_occupancy_rules()) GTEST_SKIP() << "built without cuda_occupancy.h";
  }
};

TEST_F(OccupancyTest, ThreadsLimitASmallKernel) {
  const auto blocks = occupancy("9.0", {256, 16, 4096, 0});
  ASSERT_TRUE(blocks);
  EXPECT_EQ(blocks->architecture, "9.0");
  EXPECT_EQ(blocks->blocks, 8);
  EXPECT_EQ(blocks->by_threads, 8);     // 2048 / 256
  EXPECT_EQ(blocks->by_registers, 16);  // 65536 / (256 * 16)
  EXPECT_EQ(blocks->by_block_slots, 32);
  EXPECT_EQ(blocks->by_shared_memory,
            32);  // 233472 / (4096 + 1024) = 45, more than there are slots
}

TEST_F(OccupancyTest, SharedMemoryLimitsALargeTile) {
  const auto blocks = occupancy("9.0", {256, 16, 38528, 0});
  ASSERT_TRUE(blocks);
  EXPECT_EQ(blocks->blocks, 5);  // 233472 / (38528 + 1024, rounded up to 128)
  EXPECT_EQ(blocks->by_shared_memory, 5);
}

TEST_F(OccupancyTest, DynamicSharedMemoryCountsAsMuch) {
  EXPECT_EQ(occupancy("9.0", {256, 16, 0, 38528})->blocks, 5);
  EXPECT_EQ(occupancy("9.0", {256, 16, 38528 / 2, 38528 / 2})->blocks, 5);
}

TEST_F(OccupancyTest, RegistersLimitAHeavyKernel) {
  EXPECT_EQ(occupancy("9.0", {256, 128, 0, 0})->blocks, 2);  // 65536 / (256 * 128)
  EXPECT_EQ(occupancy("9.0", {256, 128, 0, 0})->by_registers, 2);
}

TEST_F(OccupancyTest, ArchitecturesDiffer) {
  EXPECT_EQ(occupancy("7.5", {256, 16, 0, 0})->blocks, 4);     // 1024 threads
  EXPECT_EQ(occupancy("8.6", {256, 16, 0, 0})->blocks, 6);     // 1536 threads
  EXPECT_EQ(occupancy("8.9", {64, 16, 20480, 0})->blocks, 4);  // 100 KiB / (20 + 1 KiB)
}

TEST_F(OccupancyTest, OneBlockMoreOrLessIsSeenAtTheEdge) {
  // 228 KiB hold 19 blocks of 11 KiB and the KiB that each costs; 128 bytes more, and it is 18.
  EXPECT_EQ(occupancy("9.0", {64, 16, 11 * 1024, 0})->blocks, 19);
  EXPECT_EQ(occupancy("9.0", {64, 16, 11 * 1024 + 128, 0})->blocks, 18);
}

TEST_F(OccupancyTest, IsNotKnownForOtherArchitecturesOrLaunchesThatCannotBe) {
  EXPECT_FALSE(occupancy("3.5", {256, 16, 0, 0}));
  EXPECT_FALSE(occupancy("", {256, 16, 0, 0}));
  EXPECT_FALSE(occupancy("9.0", {2048, 16, 0, 0}));
  EXPECT_FALSE(occupancy("9.0", {256, 16, 300 * 1024, 0}));
}

}  // namespace
}  // namespace bankcheck::gpu
