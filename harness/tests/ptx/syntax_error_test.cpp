// What the parser says about text that is not PTX.
#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

TEST(SyntaxError, QuotesTheLineAndGoesOn) {
  const std::string text = in_kernel("add.u32 %r1 %r2, 3;\nbra 5;\nexit;");
  const auto result = parse(text, "probe.ptx");
  ASSERT_FALSE(result.ok());
  const base::Diagnostics errors = result.errors();
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0].severity, base::Severity::kError);
  EXPECT_EQ(errors[0].file, "probe.ptx");
  EXPECT_EQ(errors[0].line, 17);
  EXPECT_EQ(errors[0].column, 13);
  EXPECT_EQ(errors[0].text, "expected `;`, found `%r2`");
  EXPECT_EQ(errors[0].source_line, "add.u32 %r1 %r2, 3;");
  EXPECT_EQ(errors[1].line, 18);
  EXPECT_EQ(errors[1].text, "expected a label, found `5`");
}

TEST(SyntaxError, NamesTheStudentsLineWhenThereIsOne) {
  EXPECT_EQ(error_of(".loc 1 33 1\nmov.u32 %r1, undeclared;"),
            "18:14: `undeclared` is not declared (probe.cu:33)");
}

TEST(SyntaxError, IsFoundInEveryPlace) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"@%r1 exit;", "17:2: `%r1` is not a predicate register"},
      {"@%p1 5;", "17:6: expected an instruction, found `5`"},
      {"%r1 = 5;", "17:1: instruction `%r1` is not supported"},
      {"] ;", "17:1: `]` does not start an instruction"},
      {"ld.shared.u32 %r1, [%tid.x];", "17:21: `%tid.x` is not a variable"},
      {"ld.shared.u32 %r1, [%r1;", "17:24: expected `]`, found `;`"},
      {"mov.u32 %r1, ;", "17:14: expected an operand, found `;`"},
      {"mov.u32 %r1, -%r2;", "17:15: expected an integer, found `%r2`"},
      {"mov.u32 %r1, 99999999999999999999;",
       "17:14: an integer must not be above 18446744073709551615"},
      {"shfl.sync.up.b32 %r1|%r2, %r2, 1, 0, -1;", "17:22: `%r2` is not a predicate register"},
      {"mov.b64 %d1, {%r1, %r2;", "17:23: expected `}`, found `;`"},
      {"mov.b64 %d1, {1,2,3,4,5,6,7,8,9};", "17:14: a vector has at most 8 elements"},
      {"call (%r1) twice;", "17:12: expected `,`, found `twice`"},
      {".loc 1 2", "18:1: expected a column, found `ret`"},
      {".frobnicate 5;", "17:1: directive `.frobnicate` is not supported here"},
      {".reg .b32 %r<x>;", "17:14: expected a number of registers, found `x`"},
      {".shared .b32;", "17:13: expected a name, found `;`"},
      {".shared x;", "17:9: expected a type, found `x`"},
      {".shared .align 3 .b8 x;", "17:16: an alignment must be a power of two"},
      {"add.u32 %r1, %r2, \x01;", "17:19: expected an operand, found `\x01`"},
  };
  for (const auto& [statement, error] : cases) EXPECT_EQ(error_of(statement), error) << statement;
}

TEST(SyntaxError, IsFoundOutsideOfFunctions) {
  EXPECT_EQ(errors_of(".version nine\n"), (Lines{"1:10: expected a version, found `nine`",
                                                 "1:10: expected a directive, found `nine`"}));
  EXPECT_EQ(errors_of(".address_size 32"), (Lines{"1:15: only 64-bit addresses are supported"}));
  EXPECT_EQ(errors_of(".entry f() {"), (Lines{"1:13: expected `}`, found the end of the text"}));
  EXPECT_EQ(errors_of("} ret;"), (Lines{"1:1: expected a directive, found `}`"}));
  EXPECT_EQ(errors_of(".entry f(.param .u64 a, .param .u64 a) { exit; }"),
            (Lines{"1:37: `a` is declared twice"}));
  EXPECT_EQ(errors_of(".entry 5() { exit; }"), (Lines{"1:8: expected a function name, found `5`"}));
  EXPECT_EQ(errors_of(".alias a, b;"), (Lines{"1:11: function `b` is not declared"}));
}

TEST(SyntaxError, StopsAtTheFiftieth) {
  std::string statements;
  for (int i = 0; i < 200; ++i) statements += "bra 5;\n";
  const auto errors = errors_of(in_kernel(statements));
  ASSERT_EQ(errors.size(), 51u);
  EXPECT_EQ(errors[49], "66:5: expected a label, found `5`");
  EXPECT_EQ(errors[50], "0:0: stopped after 50 errors");
}

TEST(SyntaxError, DoesNotQuoteALineThatIsTooLong) {
  const auto result = parse(in_kernel(std::string(1000, ' ') + "bra 5;"), "probe.ptx");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.errors()[0].column, 1005);
  EXPECT_EQ(result.errors()[0].source_line, "");
}

}  // namespace
}  // namespace bankcheck::ptx
