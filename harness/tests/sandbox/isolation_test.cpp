#include "sandbox/isolation.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

namespace bankcheck::sandbox {
namespace {

TEST(Isolation, SaysThatTheProgramItWasToldOfCannotBeRun) {
  const IsolationSupport support = detect_isolation("/nowhere/bwrap");
  EXPECT_EQ(support.isolation, Isolation::kLimitsOnly);
  EXPECT_EQ(support.reason,
            "/nowhere/bwrap, where BANKCHECK_BWRAP says that bubblewrap is, cannot be run");
}

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

TEST(Isolation, HoldsWhereBubblewrapRuns) {
  if (std::system(
          "/usr/bin/bwrap --unshare-pid --unshare-net --ro-bind / / /bin/true 2> /dev/null") != 0) {
    GTEST_SKIP() << "bubblewrap does not run here";
  }
  const IsolationSupport support = detect_isolation();
  EXPECT_EQ(support.isolation, Isolation::kBubblewrap) << support.reason;
}

}  // namespace
}  // namespace bankcheck::sandbox
