// Hostile texts: they are refused, quickly and without using up the machine.
#include "ptx/limits.hpp"

#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

std::string repeated(std::string_view text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

TEST(Limits, RefuseMoreRegistersThanAnyKernelHas) {
  EXPECT_EQ(error_of(".reg .b32 x<4000000000>;"),
            "17:13: a number of registers must not be above 131072");
  EXPECT_EQ(error_of(".reg .b32 x<131072>;"), "17:11: too many registers");
}

TEST(Limits, RefuseVariablesThatAreTooLarge) {
  EXPECT_EQ(error_of(".shared .b8 x[99999999999];"),
            "17:15: a length must not be above 4294967296");
  EXPECT_EQ(error_of(".shared .b8 x[99999999];"), "17:13: `x` makes the module too large");
  EXPECT_EQ(error_of(".global .b8 x[65536][65536][65536];"), "17:13: `x` is too large");
  EXPECT_EQ(error_of(".global .b8 x[4294967296];"), "17:13: `x` makes the module too large");
  EXPECT_EQ(error_of(".local .b8 x" + repeated("[1]", 20) + ";"), "17:64: too many dimensions");
}

TEST(Limits, RefuseInitialisersThatWouldFillTheMemory) {
  EXPECT_EQ(errors_of(".global .b8 x[3][1000000000] = {{1},{2},{3}};"),
            (Lines{"1:38: the module has too much initialised data"}));
}

TEST(Limits, RefuseDeepBraces) {
  EXPECT_EQ(error_of(repeated("{", 62) + repeated("}", 62)), "");
  EXPECT_EQ(error_of(repeated("{", 100000)), "17:64: braces are nested too deeply");
}

TEST(Limits, RefuseBranchTablesThatMultiply) {
  const std::string table = "T: .branchtargets L" + repeated(",L", 20000) + ";\n";
  EXPECT_EQ(error_of("L: " + table + repeated("brx.idx %r1, T;\n", 100)),
            "69:14: the module has too many branch targets");
}

TEST(Limits, RefuseLongLists) {
  EXPECT_EQ(error_of("call twice, (" + repeated("%r1,", 2000) + "%r1);"),
            "17:4110: too many arguments");
  EXPECT_EQ(error_of("add.u32 " + repeated("%r1,", 2000) + "%r1;"), "17:73: too many operands");
}

TEST(Limits, RefuseTextsAbove64MiB) {
  const std::string text(kMaxTextBytes + 1, ' ');
  EXPECT_EQ(errors_of(text), (Lines{"0:0: PTX above 64 MiB is not read"}));
}

TEST(Limits, RefuseMoreInstructionsThanAnyModuleHas) {
  EXPECT_EQ(error_of(repeated("exit;", kMaxInstructions + 1)),
            "17:2621436: the module has too many instructions");
}

TEST(Limits, CutLongFileNames) {
  const Module module = module_of(".version 9.0\n.func f() { .loc 1 1 1 ret; }\n.file 1 \"" +
                                  std::string(100000, 'a') + "\"");
  EXPECT_EQ(module.lines[1].file.size(), kMaxPathBytes);
}

TEST(Limits, RefuseMoreSourceLinesThanAnyProgramHas) {
  std::string statements;
  for (std::size_t i = 1; i <= kMaxPlaces; ++i)
    statements += ".loc 1 " + std::to_string(i) + " 1\n";
  EXPECT_EQ(error_of(statements),
            "131088:1: the module names too many source lines (probe.cu:131072)");
}

TEST(Limits, RefuseLongNamesOfRegistersThatRangesWouldMultiply) {
  EXPECT_EQ(error_of(".reg .b32 " + std::string(65, 'x') + "<100000>;"),
            "17:11: the register's name is too long");
}

TEST(Limits, RefuseMoreLabelsThanAnyModuleHas) {
  std::string statements;
  for (std::size_t i = 0; i <= kMaxLabels; ++i) statements += "L" + std::to_string(i) + ":\n";
  EXPECT_EQ(error_of(statements), "524305:1: the module has too many labels");
}

TEST(Limits, RefuseMoreAddressesThanAnyTableHas) {
  EXPECT_EQ(
      errors_of(".global .b8 x;\n.global .u64 y[] = {" + repeated("x,", kMaxRelocations) + "x};"),
      (Lines{"2:524309: the module has too many addresses in its initialisers"}));
}

TEST(Limits, RefuseLongAliases) {
  const std::string name(2000, 'f');
  EXPECT_EQ(errors_of(".func " + name + "() { ret; }\n.alias a, " + name + ";"),
            (Lines{"2:8: the module has too many or too long aliases"}));
}

}  // namespace
}  // namespace bankcheck::ptx
