#include "gpu/card_monitor.hpp"

#include <gtest/gtest.h>

namespace bankcheck::gpu {
namespace {

TEST(CardMonitor, ThrottleReasonsAreSaidInWords) {
  EXPECT_EQ(throttle_reasons(0x4 | 0x40),
            (std::vector<std::string>{"power limit", "temperature (hardware)"}));
}

TEST(CardMonitor, AnIdleCardIsNotThrottled) { EXPECT_TRUE(throttle_reasons(0x1).empty()); }

}  // namespace
}  // namespace bankcheck::gpu
