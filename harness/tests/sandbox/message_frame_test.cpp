#include "sandbox/message_frame.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace bankcheck::sandbox {
namespace {

/// Puts what comes into a list.
FrameReader::Receive into(std::vector<std::string>* messages) {
  return [messages](std::string message) {
    messages->push_back(std::move(message));
    return true;
  };
}

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
  std::vector<std::string> messages;
  FrameReader reader(1000, into(&messages));
  for (const char byte : three_frames()) EXPECT_TRUE(reader.take({&byte, 1}));
  EXPECT_EQ(messages, (std::vector<std::string>{"one", ""}));
  EXPECT_EQ(reader.last(), FrameKind::kThrew);
  EXPECT_EQ(reader.last_text(), "why");
}

TEST(FrameReader, DropsHalfAFrame) {
  std::vector<std::string> messages;
  FrameReader reader(1000, into(&messages));
  const std::string bytes = three_frames();
  EXPECT_TRUE(reader.take(std::string_view(bytes).substr(0, 11)));
  EXPECT_TRUE(messages.empty());
}

TEST(FrameReader, RefusesMoreThanItsLimit) {
  std::vector<std::string> messages;
  FrameReader reader(2, into(&messages));
  EXPECT_FALSE(reader.take(three_frames()));
  EXPECT_TRUE(messages.empty());
  FrameReader endless(100, into(&messages));
  EXPECT_FALSE(endless.take(std::string(200, '\xff')));
}

TEST(FrameReader, HandsNothingOnWhenNoMoreIsWanted) {
  std::vector<std::string> messages;
  FrameReader reader(1000, [&](std::string message) {
    messages.push_back(std::move(message));
    return false;
  });
  EXPECT_FALSE(reader.take(three_frames()));
  EXPECT_EQ(messages, std::vector<std::string>{"one"});
}

}  // namespace
}  // namespace bankcheck::sandbox
