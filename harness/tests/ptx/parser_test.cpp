#include "ptx/parser.hpp"

#include <string>

#include <gtest/gtest.h>

namespace bankcheck::ptx {
namespace {

std::string in_kernel(const std::string& statements) {
  return ".version 9.0\n.target sm_90\n.address_size 64\n"
         ".visible .entry _Z5probePf(.param .u64 _Z5probePf_param_0)\n{\n" +
         statements +
         "\nret;\n}\n.file 1 \"/home/student/probe.cu\"\n.file 2 \"/usr/include/a.h\"\n";
}

[[maybe_unused]] std::string first_error(const std::string& statements) {
  const auto result = parse(in_kernel(statements), "probe.ptx");
  if (result.ok()) return "";
  const base::Diagnostic error = result.errors().front();
  return error.file + ":" + std::to_string(error.line) + ":" + std::to_string(error.column) + ": " +
         error.text;
}

TEST(Parser, FollowsInlinedPlacesOutToTheOutermostCall) {
  const auto result = parse(in_kernel(".loc 1 15 5\n"
                                      ".loc 2 69 9, function_name $a, inlined_at 1 15 5\n"
                                      ".loc 2 292 5, function_name $b, inlined_at 2 69 9\n"
                                      "bar.sync 0;"),
                            "probe.ptx");
  ASSERT_TRUE(result.ok());
  const Module& module = result.value();
  const Instruction& barrier = module.functions[0].instructions[0];
  EXPECT_EQ(module.lines[barrier.line_index], (base::SourceLine{"/home/student/probe.cu", 15}));
}

TEST(Parser, NamesTheSourceLineOfAnInstructionThatIsNotInTheTable) {
  const auto result =
      parse(in_kernel(".loc 1 12 3\ntex.2d.v4.f32.f32 {a}, [t, {b}];"), "probe.ptx");
  ASSERT_TRUE(result.ok());
  const Function& function = result.value().functions[0];
  EXPECT_EQ(function.instructions[0].opcode, Opcode::kUnsupported);
  EXPECT_EQ(function.unsupported[0].text,
            "instruction `tex.2d.v4.f32.f32` is not supported (probe.cu:12): textures are not "
            "simulated");
}

}  // namespace
}  // namespace bankcheck::ptx
