#include "gpu/channel.hpp"

#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace bankcheck::gpu {
namespace {

using namespace std::chrono_literals;

class ChannelTest : public testing::Test {
 protected:
  ChannelTest() {
    auto [one, two] = Channel::connected_pair();
    raw = two.number();
    left = Channel(std::move(one), 1000);
    right = Channel(std::move(two), 1000);
  }

  static Clock::time_point soon() { return Clock::now() + 10s; }

  Channel left;
  Channel right;
  int raw = -1;
  Frame frame;
};

TEST_F(ChannelTest, FramesArriveInOrderWithKindAndBody) {
  ASSERT_TRUE(left.send(FrameKind::kRun, std::string("one"), soon()));
  ASSERT_TRUE(left.send(FrameKind::kDone, std::string(), soon()));
  ASSERT_EQ(right.receive(&frame, soon()), Received::kFrame);
  EXPECT_EQ(frame.kind, FrameKind::kRun);
  EXPECT_EQ(frame.body, "one");
  ASSERT_EQ(right.receive(&frame, soon()), Received::kFrame);
  EXPECT_EQ(frame.kind, FrameKind::kDone);
  EXPECT_EQ(frame.body, "");
}

TEST_F(ChannelTest, NothingToReadIsATimeOut) {
  EXPECT_EQ(right.receive(&frame, Clock::now()), Received::kTimedOut);
}

TEST_F(ChannelTest, FramesSentBeforeTheEndHungUpStillArrive) {
  ASSERT_TRUE(left.send(FrameKind::kDone, std::string("last"), soon()));
  left.close();
  EXPECT_TRUE(right.peer_is_gone());
  EXPECT_EQ(right.receive(&frame, soon()), Received::kFrame);
  EXPECT_EQ(frame.body, "last");
  EXPECT_EQ(right.receive(&frame, soon()), Received::kClosed);
}

TEST_F(ChannelTest, SendingToAnEndThatIsGoneFailsWithoutASignal) {
  right.close();
  EXPECT_FALSE(left.send(FrameKind::kRun, std::string(1 << 20, 'x'), soon()));
}

TEST_F(ChannelTest, SendingToAnEndThatDoesNotReadFailsAtTheDeadline) {
  EXPECT_FALSE(left.send(FrameKind::kRun, std::string(1 << 24, 'x'), Clock::now() + 1ms));
}

TEST_F(ChannelTest, AFrameOverTheLimitClosesTheChannelBeforeMemoryIsTaken) {
  ASSERT_TRUE(left.send(FrameKind::kRun, std::string(1001, 'x'), soon()));
  EXPECT_EQ(right.receive(&frame, soon()), Received::kClosed);
}

TEST_F(ChannelTest, AFrameThatIsCutOffIsAClosedChannel) {
  const std::uint32_t header[] = {1, 100};
  ASSERT_EQ(write(raw, header, sizeof header), static_cast<ssize_t>(sizeof header));
  right.close();
  EXPECT_EQ(left.receive(&frame, soon()), Received::kClosed);
}

}  // namespace
}  // namespace bankcheck::gpu
