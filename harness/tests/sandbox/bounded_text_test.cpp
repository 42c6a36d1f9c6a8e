#include "sandbox/bounded_text.hpp"

#include <string>

#include <gtest/gtest.h>

namespace bankcheck::sandbox {
namespace {

TEST(BoundedText, KeepsAllOfAShortText) {
  BoundedText text(10);
  text.append("01234");
  text.append("56789");
  EXPECT_EQ(text.text(), "0123456789");
  EXPECT_FALSE(text.cut());
}

TEST(BoundedText, KeepsTheHeadAndTheTailOfALongText) {
  BoundedText text(10);
  text.append("0123456789abc");
  EXPECT_EQ(text.text(), "01234\n[... 3 bytes left out ...]\n89abc");
  EXPECT_TRUE(text.cut());
  EXPECT_EQ(text.received_bytes(), 13u);
}

TEST(BoundedText, KeepsTheSameOfATextThatComesByteByByte) {
  BoundedText text(10);
  const std::string all = "0123456789abcdefghijklmnopqrstuvwxyz";
  for (char c : all) text.append({&c, 1});
  EXPECT_EQ(text.text(), "01234\n[... 26 bytes left out ...]\nvwxyz");
}

}  // namespace
}  // namespace bankcheck::sandbox
