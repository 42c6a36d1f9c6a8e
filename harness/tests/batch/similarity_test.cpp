#include "batch/similarity.hpp"

#include <gtest/gtest.h>

namespace bankcheck::batch {
namespace {

/// A function that is like no other of another `seed`.
std::string function(int seed) {
  std::string text = "void f() {\n";
  unsigned state = static_cast<unsigned>(seed) * 2654435761u + 12345u;
  const char* parts[] = {"a = b + c;",     "if (a < b) c = a;", "for (;;) a -= b;", "a[b] = c * a;",
                         "while (b) --b;", "return;",           "c ^= a << b;",     "g(a, b, c);"};
  for (int i = 0; i < 60; ++i) {
    state = state * 1664525u + 1013904223u;
    text += std::string(parts[state >> 29]) + "\n";
  }
  return text + "}\n";
}

using Similar = std::map<std::string, std::vector<std::string>>;

std::string with(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

TEST(Similarity, IsSeenThroughNamesCommentsAndBlanks) {
  const std::string plain = function(1);
  const std::string disguised =
      "// my own work\n" + with(with(plain, "a", "value"), "\n", "  /* hm */\n\n");
  const Similar similar = similar_sources({{"ada", source_prints(plain)},
                                           {"ben", source_prints(disguised)},
                                           {"cleo", source_prints(function(2))}},
                                          {});
  EXPECT_EQ(similar, (Similar{{"ada", {"ben"}}, {"ben", {"ada"}}}));
}

TEST(Similarity, IsSeenInPartOfALargerSource) {
  const Similar similar =
      similar_sources({{"ada", source_prints(function(1))},
                       {"ben", source_prints(function(2) + function(1) + function(3))}},
                      {});
  EXPECT_EQ(similar, (Similar{{"ada", {"ben"}}, {"ben", {"ada"}}}));
}

TEST(Similarity, DoesNotComeOfWhatWasHandedOut) {
  const std::string handed_out = function(1);
  const Similar similar = similar_sources({{"ada", source_prints(handed_out + "int x = 1;")},
                                           {"ben", source_prints(handed_out + "int y = 2;")}},
                                          source_prints(handed_out));
  EXPECT_TRUE(similar.empty());
}

TEST(Similarity, DoesNotComeOfWhatAQuarterOfTheClassHas) {
  std::map<std::string, Prints> students;
  for (int i = 0; i < 40; ++i) {
    students["s" + std::to_string(i)] = source_prints(function(i < 12 ? 0 : i));
  }
  EXPECT_TRUE(similar_sources(students, {}).empty());
  for (int i = 5; i < 12; ++i) students["s" + std::to_string(i)] = source_prints(function(i));
  EXPECT_EQ(similar_sources(students, {}).size(), 5u);
}

TEST(Similarity, IsNotJudgedOfAlmostNothing) {
  const Prints prints = source_prints("int main() { return 0; }");
  EXPECT_TRUE(similar_sources({{"ada", prints}, {"ben", prints}}, {}).empty());
  EXPECT_TRUE(source_prints("").empty());
}

TEST(Similarity, NamesABoundedNumberOfOthers) {
  std::map<std::string, Prints> students;
  for (int i = 0; i < 400; ++i) {
    students["s" + std::to_string(i)] = source_prints(function(i < 60 ? 0 : i));
  }
  const Similar similar = similar_sources(students, {});
  ASSERT_EQ(similar.size(), 60u);
  EXPECT_EQ(similar.at("s0").size(), kMostNamed);
}

}  // namespace
}  // namespace bankcheck::batch
