#include "sandbox/message_frame.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace bankcheck::sandbox {
namespace {

/// The bytes of three frames.
std::string three_frames() {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  EXPECT_TRUE(send_frame(ends[1], FrameKind::kMessage, "one"));
  EXPECT_TRUE(send_frame(ends[1], FrameKind::kMessage, ""));
  EXPECT_TRUE(send_frame(ends[1], FrameKind::kThrew, "why"));
  std::string bytes(100, '\0');
  bytes.resize(static_cast<std::size_t>(::read(ends[0], bytes.data(), bytes.size())));
  ::close(ends[0]);
  ::close(ends[1]);
  return bytes;
}

TEST(FrameReader, PutsFramesTogetherThatComeByteByByte) {
  FrameReader reader(1000);
  for (const char byte : three_frames()) EXPECT_TRUE(reader.take({&byte, 1}));
  EXPECT_EQ(reader.messages(), (std::vector<std::string>{"one", ""}));
  EXPECT_EQ(reader.last(), FrameKind::kThrew);
  EXPECT_EQ(reader.last_text(), "why");
}

TEST(FrameReader, DropsHalfAFrame) {
  FrameReader reader(1000);
  const std::string bytes = three_frames();
  EXPECT_TRUE(reader.take(std::string_view(bytes).substr(0, 11)));
  EXPECT_TRUE(reader.messages().empty());
}

TEST(FrameReader, RefusesMoreThanItsLimit) {
  FrameReader reader(2);
  EXPECT_FALSE(reader.take(three_frames()));
  FrameReader endless(100);
  EXPECT_FALSE(endless.take(std::string(200, '\xff')));
}

}  // namespace
}  // namespace bankcheck::sandbox
