#include "gpu/launch_image.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace bankcheck::gpu {
namespace {

base::Launch two_buffers() {
  base::Launch launch;
  launch.buffers = {
      {"in", base::ElementType::kU8, std::vector<std::byte>(100, std::byte{1})},
      {"out", base::ElementType::kU8, std::vector<std::byte>(600, std::byte{2})},
  };
  return launch;
}

class LaunchImage : public testing::Test {
 protected:
  LaunchImage() { write_image(layout, launch, 42, image); }

  std::string damage_after_writing(std::size_t offset) {
    image[offset] ^= std::byte{0x80};
    const auto damage = find_guard_damage(layout, launch, 42, image);
    return damage ? damage->sentence() : "none";
  }

  const base::Launch launch = two_buffers();
  const ImageLayout layout = lay_out(launch);
  std::vector<std::byte> image = std::vector<std::byte>(layout.total_bytes);
};

TEST_F(LaunchImage, BuffersAreAlignedWithGuardsOnAllSides) {
  // 4096 | 100 bytes | 4096 to the next multiple of 512 | 600 bytes | 4096, rounded up.
  EXPECT_EQ(layout.offsets, (std::vector<std::size_t>{4096, 8704}));
  EXPECT_EQ(layout.total_bytes, 13824u);
}

TEST_F(LaunchImage, AnUntouchedImageHasNoDamageAndGivesTheBuffersBack) {
  EXPECT_FALSE(find_guard_damage(layout, launch, 42, image));
  const std::vector<base::Buffer> got = read_buffers(layout, launch, image);
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0].bytes, launch.buffers[0].bytes);
  EXPECT_EQ(got[1].bytes, launch.buffers[1].bytes);
  EXPECT_EQ(got[1].name, "out");
}

TEST_F(LaunchImage, WritesInsideTheBuffersAreNoDamage) {
  EXPECT_EQ(damage_after_writing(4096), "none");
  EXPECT_EQ(damage_after_writing(4096 + 99), "none");
  EXPECT_EQ(damage_after_writing(8704 + 599), "none");
}

TEST_F(LaunchImage, TheByteBehindABufferIsRightPastItsEnd) {
  EXPECT_EQ(damage_after_writing(4096 + 100), "it wrote right past the end of in");
}

TEST_F(LaunchImage, AByteBetweenTwoBuffersIsChargedToTheNearerOne) {
  EXPECT_EQ(damage_after_writing(4096 + 100 + 65), "it wrote 64 bytes past the end of in");
}

TEST_F(LaunchImage, TheByteBeforeABufferIsRightBeforeItsStart) {
  EXPECT_EQ(damage_after_writing(8703), "it wrote right before the start of out");
}

TEST_F(LaunchImage, TheFirstAndTheLastByteOfTheImageAreGuarded) {
  EXPECT_EQ(damage_after_writing(0), "it wrote 4092 bytes before the start of in");
  image[0] ^= std::byte{0x80};
  EXPECT_EQ(damage_after_writing(13823), "it wrote 4516 bytes past the end of out");
}

TEST_F(LaunchImage, GuardWordsOfAnotherSecretAreDamage) {
  EXPECT_TRUE(find_guard_damage(layout, launch, 43, image));
}

TEST(LaunchImageWithoutBuffers, IsOneGuard) {
  const base::Launch launch;
  const ImageLayout layout = lay_out(launch);
  std::vector<std::byte> image(layout.total_bytes);
  write_image(layout, launch, 7, image);
  EXPECT_EQ(layout.total_bytes, 4096u);
  EXPECT_FALSE(find_guard_damage(layout, launch, 7, image));
}

}  // namespace
}  // namespace bankcheck::gpu
