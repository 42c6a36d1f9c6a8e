#include "sandbox/isolation.hpp"

#include <gtest/gtest.h>

namespace bankcheck::sandbox {
namespace {

TEST(Isolation, IsProvedOrItsLackIsExplained) {
  const IsolationSupport support = detect_isolation();
  if (support.isolation == Isolation::kBubblewrap) {
    EXPECT_EQ(support.reason, "");
    EXPECT_NE(support.bubblewrap, "");
  } else {
    EXPECT_NE(support.reason, "");
  }
  EXPECT_EQ(make_runner(support)->isolation(), support.isolation) << support.reason;
}

}  // namespace
}  // namespace bankcheck::sandbox
