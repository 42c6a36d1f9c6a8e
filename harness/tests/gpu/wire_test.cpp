#include "gpu/wire.hpp"

#include <string>

#include <gtest/gtest.h>

#include "gpu/messages.hpp"

namespace bankcheck::gpu {
namespace {

LoadMessage sample_message() {
  WireRow row;
  row.code = std::string(
      "\x7f"
      "ELF\0code",
      9);
  row.entry = "_Z5probe";
  row.grid = {320, 2, 1};
  row.block = {256, 1, 1};
  row.dynamic_shared_bytes = 4096;
  row.image_bytes = 1 << 20;
  row.arguments = {{true, 4096, {}}, {false, 0, "\x08"}};
  return {1 << 22, 3, {row, WireRow{}}};
}

TEST(Wire, AMessageArrivesAsItWasSent) {
  LoadMessage got;
  ASSERT_TRUE(decode(encode(sample_message()), &got));
  EXPECT_EQ(got.arena_bytes, 1u << 22);
  EXPECT_EQ(got.launches_limit, 3u);
  ASSERT_EQ(got.rows.size(), 2u);
  EXPECT_EQ(got.rows[0].code, std::string("\x7f"
                                          "ELF\0code",
                                          9));
  EXPECT_EQ(got.rows[0].grid, (base::Dim3{320, 2, 1}));
  ASSERT_EQ(got.rows[0].arguments.size(), 2u);
  EXPECT_TRUE(got.rows[0].arguments[0].is_buffer);
  EXPECT_EQ(got.rows[0].arguments[1].bytes, "\x08");
  EXPECT_EQ(got.rows[1].entry, "");
}

TEST(Wire, EveryTruncationIsNoticed) {
  const std::string bytes = encode(sample_message());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    LoadMessage got;
    EXPECT_FALSE(decode(std::string_view(bytes).substr(0, size), &got)) << size;
  }
}

TEST(Wire, BytesLeftOverAreNoticed) {
  DoneMessage got;
  EXPECT_FALSE(decode(encode(DoneMessage{}) + "x", &got));
}

TEST(Wire, ACountLargerThanTheMessageIsRefusedBeforeMemoryIsTaken) {
  std::string text;
  EXPECT_FALSE(decode(std::string(8, '\xff'), &text));
  std::vector<WireRow> rows;
  EXPECT_FALSE(decode(std::string(8, '\xff'), &rows));
  EXPECT_TRUE(rows.empty());
}

}  // namespace
}  // namespace bankcheck::gpu
