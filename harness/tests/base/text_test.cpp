#include "base/text.hpp"

#include <gtest/gtest.h>

namespace bankcheck::base {
namespace {

std::string replaced(std::string text, std::string_view old, std::string_view wanted) {
  replace_all(&text, old, wanted);
  return text;
}

TEST(ReplaceAll, ChangesEveryPlaceOnceAndNotWhatItPutsThere) {
  EXPECT_EQ(replaced("a/b/a/", "a/", ""), "b/");
  EXPECT_EQ(replaced("xx", "x", "xx"), "xxxx");
  EXPECT_EQ(replaced("aaa", "aa", "b"), "ba");
}

TEST(ReplaceAll, FindsAnEmptyTextNowhere) { EXPECT_EQ(replaced("abc", "", "x"), "abc"); }

TEST(LowerCase, LeavesAllButCapitalsAlone) {
  EXPECT_EQ(lower_case("Load[32] \xc3\x84Z"), "load[32] \xc3\x84z");
}

}  // namespace
}  // namespace bankcheck::base
