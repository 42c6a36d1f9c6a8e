#include "ptx/lexer.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ptx/literal.hpp"

namespace bankcheck::ptx {
namespace {

std::vector<std::string> texts_of(std::string_view text) {
  Lexer lexer(text);
  std::vector<std::string> texts;
  for (Token token = lexer.next(); token.kind != TokenKind::kEnd; token = lexer.next()) {
    texts.emplace_back(token.text);
  }
  return texts;
}

Token only_token(std::string_view text) {
  Lexer lexer(text);
  const Token token = lexer.next();
  EXPECT_EQ(token.text.size(), text.size()) << text;
  return token;
}

TEST(Lexer, KeepsTheDottedWordsOfAnInstructionTogether) {
  EXPECT_EQ(
      texts_of("@!%p1 ld.global.L1::evict_last.v2.f32 {%f1,%f2},[%rd1+-8];"),
      (std::vector<std::string>{"@", "!", "%p1", "ld.global.L1::evict_last.v2.f32", "{", "%f1", ",",
                                "%f2", "}", ",", "[", "%rd1", "+", "-", "8", "]", ";"}));
}

TEST(Lexer, LetsTheColonOfALabelGo) {
  EXPECT_EQ(texts_of("$L__BB0_2:bra.uni L;"),
            (std::vector<std::string>{"$L__BB0_2", ":", "bra.uni", "L", ";"}));
}

TEST(Lexer, SkipsCommentsAndCountsTheirLines) {
  Lexer lexer("// one\n/* two\nthree */ ret");
  const Token token = lexer.next();
  EXPECT_EQ(token.text, "ret");
  EXPECT_EQ(token.line, 3u);
}

TEST(Lexer, CallsACommentWithoutEndBadAndStopsThere) {
  Lexer lexer("ret /* never closed");
  lexer.next();
  EXPECT_EQ(lexer.next().kind, TokenKind::kBad);
  EXPECT_EQ(lexer.next().kind, TokenKind::kEnd);
  EXPECT_EQ(lexer.next().kind, TokenKind::kEnd);
}

TEST(Lexer, TellsStringsFromTheirQuotesAndStopsAtTheEndOfTheLine) {
  Lexer lexer(R"("a\"b" "open)");
  EXPECT_EQ(lexer.next().text, R"(a\"b)");
  EXPECT_EQ(lexer.next().kind, TokenKind::kBad);
}

struct NumberCase {
  std::string_view text;
  TokenKind kind;
};

TEST(Lexer, KnowsEveryWayToWriteANumber) {
  const NumberCase cases[] = {
      {"0", TokenKind::kInteger},
      {"42", TokenKind::kInteger},
      {"42U", TokenKind::kInteger},
      {"0x1fU", TokenKind::kInteger},
      {"0XFF", TokenKind::kInteger},
      {"017", TokenKind::kInteger},
      {"0b101", TokenKind::kInteger},
      {"0f3F800000", TokenKind::kFloat32},
      {"0F3f800000", TokenKind::kFloat32},
      {"0d3FF0000000000000", TokenKind::kFloat64},
      {"1.5", TokenKind::kDecimal},
      {"1e-3", TokenKind::kDecimal},
      {"2.", TokenKind::kDecimal},
      {"08", TokenKind::kBad},
      {"12abc", TokenKind::kBad},
      {"0x", TokenKind::kBad},
      {"0b2", TokenKind::kBad},
      {"0f3F80000", TokenKind::kBad},
      {"0f3F8000000", TokenKind::kBad},
      {"0d3FF", TokenKind::kBad},
      {"1.5.2", TokenKind::kBad},
      {"1e", TokenKind::kBad},
  };
  for (const NumberCase& one : cases) EXPECT_EQ(only_token(one.text).kind, one.kind) << one.text;
}

TEST(Literal, ReadsIntegersOfEveryBase) {
  EXPECT_EQ(integer_value(only_token("42")), 42u);
  EXPECT_EQ(integer_value(only_token("0x1fU")), 31u);
  EXPECT_EQ(integer_value(only_token("017")), 15u);
  EXPECT_EQ(integer_value(only_token("0b101")), 5u);
  EXPECT_EQ(integer_value(only_token("0")), 0u);
  EXPECT_EQ(integer_value(only_token("18446744073709551615")), ~std::uint64_t{0});
}

TEST(Literal, HasNoValueForAnIntegerOfMoreThan64Bits) {
  EXPECT_EQ(integer_value(only_token("18446744073709551616")), std::nullopt);
  EXPECT_EQ(integer_value(only_token("0x10000000000000000")), std::nullopt);
}

TEST(Literal, ReadsFloatsBitForBitAndRoundsBetweenWidths) {
  EXPECT_EQ(float_bits(only_token("0f7F800001")), 0x7f800001u);  // a signalling NaN stays one
  EXPECT_EQ(double_bits(only_token("0f3FC00000")), 0x3ff8000000000000u);
  EXPECT_EQ(float_bits(only_token("0d3FF8000000000000")), 0x3fc00000u);
  EXPECT_EQ(float_bits(only_token("0.1")), 0x3dcccccdu);
  EXPECT_EQ(double_bits(only_token("1e400")), 0x7ff0000000000000u);
  EXPECT_EQ(double_bits(only_token("1e-400")), 0u);
}

}  // namespace
}  // namespace bankcheck::ptx
