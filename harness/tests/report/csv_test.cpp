#include "report/csv.hpp"

#include <gtest/gtest.h>

namespace bankcheck::report {
namespace {

CsvFile parsed(std::string_view text) { return std::move(parse_csv("file.csv", text)).value(); }

TEST(CsvField, IsQuotedOnlyWhereItHasToBe) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("a;b"), "a;b");
  EXPECT_EQ(csv_field("a;b", ';'), "\"a;b\"");
  EXPECT_EQ(csv_field("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(csv_field("a\nb"), "\"a\nb\"");
  EXPECT_EQ(csv_field(" a"), "\" a\"");
  EXPECT_EQ(csv_field(""), "");
}

TEST(CsvText, IsNeverReadAsAFormula) {
  EXPECT_EQ(csv_text("=HYPERLINK(\"http://x\")"), "'=HYPERLINK(\"http://x\")");
  EXPECT_EQ(csv_text("+1"), "'+1");
  EXPECT_EQ(csv_text("-1"), "'-1");
  EXPECT_EQ(csv_text("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(csv_text("\t =1+1"), "'=1+1");
  EXPECT_EQ(csv_text("\r\n=1+1"), "'=1+1");
  EXPECT_EQ(csv_text("\xef\xbc\x9d"
                     "1"),
            "'\xef\xbc\x9d"
            "1");
  EXPECT_EQ(csv_text("1=1"), "1=1");
}

TEST(CsvText, IsOneBoundedLineOfValidText) {
  EXPECT_EQ(csv_text("a\r\nb\tc"), "a b c");
  EXPECT_EQ(csv_text("a\x1b[31m\xff"), "a\xef\xbf\xbd[31m\xef\xbf\xbd");
  EXPECT_EQ(csv_text("abcdef", 3), "abc... [3 bytes cut]");
}

TEST(CsvFile, IsTheSameBytesWhenNothingChanges) {
  for (const std::string_view text :
       {"a,b\r\n1,2\r\n", "a,b\n1,2",
        "\xef\xbb\xbf"
        "a;b\r\n\"x;\"\"y\";2\r\n\r\n",
        "\"a\r\nb\",c\r\n", "a,\"b\" ,c\n", "a\tb\tc\n", "one\rtwo\r", ",,\n"}) {
    EXPECT_EQ(parsed(text).text(), text);
  }
}

TEST(CsvFile, KnowsItsDelimiterAndItsValues) {
  const CsvFile file = parsed(
      "\xef\xbb\xbf"
      "a;\"b,,,;\"\r\n\"x;\"\"y\";  2 \r\n");
  EXPECT_EQ(file.delimiter, ';');
  ASSERT_EQ(file.rows.size(), 2u);
  EXPECT_EQ(file.rows[0].fields[0].value, "a");
  EXPECT_EQ(file.rows[0].fields[1].value, "b,,,;");
  EXPECT_EQ(file.rows[1].fields[0].value, "x;\"y");
  EXPECT_EQ(file.rows[1].trimmed(1), "2");
  EXPECT_EQ(file.rows[1].trimmed(7), "");
  EXPECT_EQ(file.rows[1].line, 2);
}

TEST(CsvFile, ChangesNothingButTheFieldThatIsSet) {
  CsvFile file = parsed("\"a\",b,\"c\"\r\n\"1\",,\"3\"\r\n");
  EXPECT_TRUE(file.set(1, 1, "2,5"));
  EXPECT_TRUE(file.set(1, 2, "4"));
  EXPECT_FALSE(file.set(1, 0, "1"));
  EXPECT_TRUE(file.set(0, 3, "d"));
  EXPECT_EQ(file.text(), "\"a\",b,\"c\",d\r\n\"1\",\"2,5\",\"4\"\r\n");
}

TEST(CsvFile, GivesAShortRowTheFieldsThatItLacks) {
  CsvFile file = parsed("a,b,c\n1\n");
  EXPECT_TRUE(file.set(1, 2, "3"));
  EXPECT_EQ(file.text(), "a,b,c\n1,,3\n");
}

TEST(CsvFile, SaysWhereAQuoteIsNotClosed) {
  const auto file = parse_csv("file.csv", "a,b\n1,\"2\n3,4\n");
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.errors().front().line, 2);
  EXPECT_EQ(file.errors().front().text, "a quote in this row is never closed");
}

TEST(CsvFile, RefusesOtherEncodingsAndEmptyFiles) {
  EXPECT_FALSE(parse_csv("file.csv",
                         "\xff\xfe"
                         "a")
                   .ok());
  EXPECT_FALSE(parse_csv("file.csv", std::string_view("a\0b", 3)).ok());
  EXPECT_FALSE(parse_csv("file.csv", "").ok());
}

}  // namespace
}  // namespace bankcheck::report
