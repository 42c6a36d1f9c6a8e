#include "compile/compiler_message.hpp"

#include <string>

#include <gtest/gtest.h>

namespace bankcheck::compile {
namespace {

CompilerMessage only(std::string_view log) {
  const std::vector<CompilerMessage> messages = parse_messages(log);
  EXPECT_EQ(messages.size(), 1u) << log;
  return messages.empty() ? CompilerMessage{} : messages.front();
}

TEST(CompilerMessage, IsReadFromTheFrontEnd) {
  const CompilerMessage message = only(
      "dir/a (1).cu(12): error: identifier \"x\" is undefined\n"
      "    __attribute__((global)) void k() { x; }\n"
      "                                       ^\n\n"
      "1 error detected in the compilation of \"unit.cu\".\n");
  EXPECT_EQ(message.kind, MessageKind::kError);
  EXPECT_EQ(message.file, "dir/a (1).cu");
  EXPECT_EQ(message.line, 12);
  EXPECT_EQ(message.text, "identifier \"x\" is undefined");
  EXPECT_EQ(message.quoted_line, "  __attribute__((global)) void k() { x; }");
  EXPECT_EQ(message.quoted_column, 38);
}

TEST(CompilerMessage, LosesTheNumberOfAWarning) {
  const CompilerMessage message =
      only("a.cu(1): warning #177-D: variable \"x\" was declared but never referenced\n");
  EXPECT_EQ(message.kind, MessageKind::kWarning);
  EXPECT_EQ(message.text, "variable \"x\" was declared but never referenced");
}

TEST(CompilerMessage, IsReadFromThePreprocessorWithAndWithoutAColumn) {
  const CompilerMessage fatal = only("a.cu:1:10: fatal error: b.h: No such file or directory\n");
  EXPECT_EQ(fatal.file, "a.cu");
  EXPECT_EQ(fatal.line, 1);
  EXPECT_EQ(fatal.column, 10);
  EXPECT_EQ(fatal.text, "b.h: No such file or directory");
  const CompilerMessage error = only("a.cu:7: error: unterminated #if\n");
  EXPECT_EQ(error.file, "a.cu");
  EXPECT_EQ(error.line, 7);
  EXPECT_EQ(error.column, 0);
}

TEST(CompilerMessage, KnowsTheIncludesThatLeadToIt) {
  const CompilerMessage message = only(
      "In file included from /usr/include/c++/12/array:35,\n"
      "                 from probe.cu:3:\n"
      "/usr/include/c++/12/bits/c.h:32:2: error: #error This\n");
  ASSERT_EQ(message.included_from.size(), 2u);
  EXPECT_EQ(message.included_from[0].file, "/usr/include/c++/12/array");
  EXPECT_EQ(message.included_from[1].file, "probe.cu");
  EXPECT_EQ(message.included_from[1].line, 3);
}

TEST(CompilerMessage, IsReadAtTheEndOfTheSource) {
  EXPECT_TRUE(only("At end of source: error: expected a \"}\"\n").at_end_of_source);
}

TEST(CompilerMessage, IsReadFromTheAssembler) {
  const CompilerMessage message =
      only("ptxas unit.ptx, line 29; error   : Not a name of any known instruction: 'x'\n");
  EXPECT_TRUE(message.in_ptx);
  EXPECT_EQ(message.line, 29);
  EXPECT_EQ(message.text, "Not a name of any known instruction: 'x'");
  EXPECT_EQ(only("ptxas fatal   : Ptx assembly aborted due to errors\n").line, 0);
}

TEST(CompilerMessage, IsReadFromAProgramThatNamesItself) {
  EXPECT_EQ(only("nvcc fatal   : Unsupported gpu architecture 'compute_1'\n").text,
            "Unsupported gpu architecture 'compute_1'");
  EXPECT_EQ(only("cc1plus: fatal error: /x: No such file or directory\n").text,
            "/x: No such file or directory");
}

TEST(CompilerMessage, IsNotReadFromOtherLines) {
  EXPECT_TRUE(parse_messages("    1 | #error error: x\n      |  ^\n\ncompilation terminated.\n"
                             "          detected during instantiation at line 2\n")
                  .empty());
}

TEST(CompilerMessage, SurvivesLinesOfAnyShape) {
  for (const char* line : {":", "::", "(", "(): ", "():", ": error: ", "a(0): error: x", ":1: ",
                           "ptxas ", "ptxas , line ; ", "ptxas ; error: x, line 4", "\xff\xfe"}) {
    parse_messages(line);
  }
  EXPECT_TRUE(parse_messages("").empty());
}

TEST(MapCaret, FindsTheColumnBehindExpandedMacros) {
  EXPECT_EQ(map_caret("__global__ void k() { x; }", "__attribute__((global)) void k() { x; }", 36),
            23);
  EXPECT_EQ(map_caret("int x = y;", "int x = y;", 9), 9);
}

TEST(MapCaret, GivesUpWhereTheLinesEndDifferently) {
  EXPECT_EQ(map_caret("int x = MACRO;", "int x = 1 + z;", 13), 0);
  EXPECT_EQ(map_caret("abc", "abc", 4), 0);
  EXPECT_EQ(map_caret("abc", "", 1), 0);
}

}  // namespace
}  // namespace bankcheck::compile
