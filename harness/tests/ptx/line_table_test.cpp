// `.loc` and `.file`: which of the student's lines an instruction belongs to.
#include "ptx/line_table.hpp"

#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

/// `file:line` of each instruction of the kernel.
Lines places_of(std::string_view statements) {
  const Module module = module_of(in_kernel(statements));
  const Function& kernel = *module.find_function("probe");
  Lines places;
  for (std::size_t i = 0; i + 1 < kernel.instructions.size(); ++i) {
    const base::SourceLine& line = module.lines[kernel.instructions[i].line_index];
    places.push_back(line.file + ":" + std::to_string(line.line));
  }
  return places;
}

TEST(LineTable, GivesAnInstructionTheLineOfTheLocBeforeIt) {
  EXPECT_EQ(places_of("exit;\n.loc 1 12 3\nexit; exit;\n.loc 1 14 1\nexit;"),
            (Lines{":0", "/home/student/probe.cu:12", "/home/student/probe.cu:12",
                   "/home/student/probe.cu:14"}));
}

TEST(LineTable, FollowsNestedInliningOutToTheStudentsCall) {
  EXPECT_EQ(places_of(".loc 1 15 5\n"
                      ".loc 2 69 9, function_name $L__info_string0, inlined_at 1 15 5\n"
                      ".loc 2 292 5, function_name $L__info_string1, inlined_at 2 69 9\n"
                      ".loc 2 203 23, function_name $L__info_string2+4, inlined_at 2 292 5\n"
                      "exit;"),
            (Lines{"/home/student/probe.cu:15"}));
}

TEST(LineTable, TakesTheLatestCallOfAPlaceThatIsInlinedTwice) {
  EXPECT_EQ(places_of(".loc 2 10 1, function_name $f, inlined_at 1 20 1\n"
                      ".loc 2 5 1, function_name $g, inlined_at 2 10 1\nexit;\n"
                      ".loc 2 10 1, function_name $f, inlined_at 1 30 1\n"
                      ".loc 2 5 1, function_name $g, inlined_at 2 10 1\nexit;"),
            (Lines{"/home/student/probe.cu:20", "/home/student/probe.cu:30"}));
}

TEST(LineTable, ForgetsACallWhenThePlaceIsReachedDirectly) {
  EXPECT_EQ(places_of(".loc 1 10 1, function_name $f, inlined_at 1 20 1\n"
                      ".loc 1 10 1\n"
                      ".loc 1 5 1, function_name $g, inlined_at 1 10 1\nexit;"),
            (Lines{"/home/student/probe.cu:10"}));
}

TEST(LineTable, EndsWhenAFunctionIsInlinedIntoItself) {
  EXPECT_EQ(places_of(".loc 1 10 1, function_name $f, inlined_at 1 10 1\nexit;\n"
                      ".loc 1 10 1, function_name $f, inlined_at 1 10 1\nexit;"),
            (Lines{"/home/student/probe.cu:10", "/home/student/probe.cu:10"}));
}

TEST(LineTable, HasNoPlaceForLineZero) {
  EXPECT_EQ(places_of(".loc 1 12 3\n.loc 1 0 5\nexit;"), (Lines{":0"}));
}

TEST(LineTable, KeepsChainsWithinTheirFunction) {
  LineTable table;
  table.set_file(1, "a.cu");
  table.loc({1, 10, 1}, Place{1, 20, 1});
  table.leave_function();
  EXPECT_EQ(table.current(), 0u);
  table.loc({1, 5, 1}, Place{1, 10, 1});
  EXPECT_EQ(table.lines()[table.current()], (base::SourceLine{"a.cu", 10}));
}

TEST(LineTable, NumbersEachLineOnce) {
  LineTable table;
  table.loc({1, 10, 1}, {});
  const auto first = table.current();
  table.loc({1, 10, 7}, {});
  EXPECT_EQ(table.current(), first);
  EXPECT_EQ(table.lines().size(), 2u);
}

TEST(LineTable, ReadsFilesWithTimeAndSize) {
  const Module module =
      module_of(".version 9.0\n.func f() { .loc 1 3 1 ret; }\n.file 1 \"a.cu\", 1700000000, 512\n");
  EXPECT_EQ(module.lines[1], (base::SourceLine{"a.cu", 3}));
}

TEST(LineTable, SkipsDebugSections) {
  EXPECT_EQ(errors_of(".version 9.0\n.section .debug_str\n{\n$L__info_string0:\n.b8 95,90,0\n}\n"
                      ".section .debug_info { .b32 1 }\n.func f() { ret; }"),
            Lines{});
  EXPECT_EQ(errors_of(".section .debug_str {"),
            (Lines{"1:22: expected `}`, found the end of the text"}));
}

}  // namespace
}  // namespace bankcheck::ptx
