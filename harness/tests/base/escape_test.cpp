#include "base/escape.hpp"

#include <gtest/gtest.h>

namespace bankcheck::base {
namespace {

TEST(EscapeTerminal, LeavesPlainTextAndForeignLettersAlone) {
  EXPECT_EQ(escape_terminal("stride 3: Ä, 漢字, 🙂"), "stride 3: Ä, 漢字, 🙂");
}

TEST(EscapeTerminal, ShowsControlCodesInsteadOfSendingThem) {
  EXPECT_EQ(escape_terminal("\x1b[31mred\x1b[0m"), "\\x1b[31mred\\x1b[0m");
  EXPECT_EQ(escape_terminal(std::string_view("a\0b\x7f", 4)), "a\\x00b\\x7f");
  EXPECT_EQ(escape_terminal("\xc2\x9b"
                            "31m"),
            "\\u009b31m");  // CSI as one C1 character
  EXPECT_EQ(escape_terminal("a\nb\tc\rd"), "a\\x0ab\\x09c\\x0dd");
}

TEST(EscapeTerminal, KeepsLinesAndTabsOnRequest) {
  EXPECT_EQ(escape_terminal("a\r\nb\tc\rd", 100, true), "a\nb\tc\\x0dd");
}

TEST(EscapeTerminal, ShowsCharactersThatReorderOrHideText) {
  EXPECT_EQ(escape_terminal("a\u202eb\u2066c\u200bd\ufeff"), "a\\u202eb\\u2066c\\u200bd\\ufeff");
  EXPECT_EQ(escape_terminal("\U000e0041"), "\\U000e0041");
}

TEST(EscapeTerminal, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(escape_terminal("\xff\xc3("), "\\xff\\xc3(");
  EXPECT_EQ(escape_terminal("\xc0\xaf"), "\\xc0\\xaf");  // overlong slash
  EXPECT_EQ(escape_terminal("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");
  EXPECT_EQ(escape_terminal("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(escape_terminal("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // past U+10FFFF
  EXPECT_EQ(escape_terminal("\xe2\x82"), "\\xe2\\x82");                    // cut short
}

TEST(EscapeTerminal, SaysHowMuchWasCut) {
  EXPECT_EQ(escape_terminal("abcdef", 4), "abcd... [2 bytes cut]");
  EXPECT_EQ(escape_terminal("abcdef", 6), "abcdef");
}

TEST(EscapeTerminal, NeverCutsWithinACharacter) {
  EXPECT_EQ(escape_terminal("aé", 2), "a... [2 bytes cut]");
}

TEST(CleanUtf8, ReplacesWhatJsonOrXmlCouldNotCarry) {
  EXPECT_EQ(clean_utf8("a\x1b"
                       "b\xff\nc\td"),
            "a\ufffdb\ufffd\nc\td");
  EXPECT_EQ(clean_utf8("\xef\xbf\xbe"), "\ufffd");  // U+FFFE
  EXPECT_EQ(clean_utf8("\u202e"), "\ufffd");
  EXPECT_EQ(clean_utf8(""), "");
}

TEST(EscapeHtml, NeutralisesMarkupAndQuotes) {
  EXPECT_EQ(escape_html("<a href='x' title=\"y\">&</a>"),
            "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;&lt;/a&gt;");
  EXPECT_EQ(escape_html("<<<<", 2), "&lt;&lt;... [2 bytes cut]");
}

TEST(EscapeXml, NeutralisesMarkupAndDropsIllegalCharacters) {
  EXPECT_EQ(escape_xml("]]>\x08&'"), "]]&gt;\ufffd&amp;&#39;");
}

}  // namespace
}  // namespace bankcheck::base
