#include "base/diagnostic.hpp"

#include <gtest/gtest.h>

#include "base/result.hpp"

namespace bankcheck::base {
namespace {

TEST(SourceText, GivesLinesByNumberFromOne) {
  const SourceText text("a.yaml", "first\nsecond\r\n\nlast");
  EXPECT_EQ(text.line(1), "first");
  EXPECT_EQ(text.line(2), "second");
  EXPECT_EQ(text.line(3), "");
  EXPECT_EQ(text.line(4), "last");
  EXPECT_EQ(text.line(0), "");
  EXPECT_EQ(text.line(5), "");
  EXPECT_EQ(text.line(-1), "");
}

TEST(Diagnostic, ShowsPlaceTextLineAndCaret) {
  const SourceText text("rubric.yaml", "version: 1\npoints: many\n");
  EXPECT_EQ(render(text.at(2, 9, "points is not a number")),
            "rubric.yaml:2:9: error: points is not a number\n"
            "  points: many\n"
            "          ^\n");
}

TEST(Diagnostic, LeavesOutThePartsOfThePlaceThatAreUnknown) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kWarning;
  diagnostic.text = "no file";
  EXPECT_EQ(render(diagnostic), "warning: no file\n");
  diagnostic.file = "a.cu";
  EXPECT_EQ(render(diagnostic), "a.cu: warning: no file\n");
  diagnostic.line = 3;
  diagnostic.severity = Severity::kNote;
  EXPECT_EQ(render(diagnostic), "a.cu:3: note: no file\n");
}

TEST(Diagnostic, IsMadeOfATextAloneOrOfAFileALineAndAText) {
  EXPECT_EQ(render(plain_error("no card")), "error: no card\n");
  EXPECT_EQ(render(error_in("a.csv", "is empty")), "a.csv: error: is empty\n");
  EXPECT_EQ(render(error_in("a.csv", "is no number", 3)), "a.csv:3: error: is no number\n");
}

TEST(Diagnostic, QuotesTheLineWithoutACaretWhenTheColumnIsUnknown) {
  const SourceText text("a.cu", "int x;");
  EXPECT_EQ(render(text.at(1, 0, "unused")), "a.cu:1: error: unused\n  int x;\n");
}

TEST(Diagnostic, KeepsTheCaretUnderItsCharacterBehindTabsAndWideEncodings) {
  const SourceText text("a.yaml", "\té: x\n");
  // The tab is one byte, é two: the colon is in column 4.
  EXPECT_EQ(render(text.at(1, 4, "here")), "a.yaml:1:4: error: here\n   é: x\n    ^\n");
}

TEST(Diagnostic, EscapesWhatCameFromTheInput) {
  const SourceText text("a\x1b[2J.cu", "\x1b[31mred");
  EXPECT_EQ(render(text.at(1, 6, "bad \x07")),
            "a\\x1b[2J.cu:1:6: error: bad \\x07\n"
            "  \\x1b[31mred\n"
            "          ^\n");
}

TEST(Diagnostic, ShowsThePartOfALongLineAroundTheCaret) {
  const SourceText text("a.cu", std::string(500, 'a') + "X" + std::string(500, 'b'));
  const std::string head = "..." + std::string(100, 'a');
  EXPECT_EQ(render(text.at(1, 501, "long")), "a.cu:1:501: error: long\n  " + head + "X" +
                                                 std::string(99, 'b') + "...\n  " +
                                                 std::string(103, ' ') + "^\n");
}

TEST(Diagnostic, PutsTheCaretOfAColumnPastTheEndBehindTheLine) {
  const SourceText text("a.cu", "int x");
  EXPECT_EQ(render(text.at(1, 99, "expected ;")),
            "a.cu:1:99: error: expected ;\n  int x\n       ^\n");
}

TEST(Diagnostics, AreShownTogetherAndOnlyErrorsCountAsErrors) {
  const SourceText text("a", "");
  const Diagnostics remarks{text.at(0, 0, "one", Severity::kWarning),
                            text.at(0, 0, "two", Severity::kNote)};
  EXPECT_EQ(render(remarks), "a: warning: one\na: note: two\n");
  EXPECT_FALSE(has_errors(remarks));
  EXPECT_TRUE(has_errors({remarks[0], text.at(0, 0, "three")}));
  EXPECT_FALSE(has_errors({}));
}

TEST(Result, HoldsAValueOrItsErrors) {
  const Result<int> good(7);
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(good.value(), 7);
  EXPECT_TRUE(good.errors().empty());
  const Result<int> bad(SourceText("a", "").at(0, 0, "broken"));
  EXPECT_FALSE(bad);
  ASSERT_EQ(bad.errors().size(), 1u);
  EXPECT_EQ(bad.errors()[0].text, "broken");
}

}  // namespace
}  // namespace bankcheck::base
