#include "base/base64.hpp"

#include <gtest/gtest.h>

namespace bankcheck::base {
namespace {

// The examples of RFC 4648, section 10.
TEST(Base64, IsPaddedToAMultipleOfFour) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, TakesAnyByte) { EXPECT_EQ(base64("\xff\xfe\xfb"), "//77"); }

}  // namespace
}  // namespace bankcheck::base
