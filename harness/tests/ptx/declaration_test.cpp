// Variables, parameters, registers, and the braces that they belong to.
#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

Variable variable_of(std::string_view declaration) {
  const Module module = module_of(".version 9.0\n.global .b8 other[8];\n.func callee() { ret; }\n" +
                                  std::string(declaration));
  EXPECT_EQ(module.variables.size(), 2u);
  return module.variables.size() == 2 ? module.variables[1] : Variable{};
}

std::string module_error(std::string_view declaration) {
  const auto errors = errors_of(".version 9.0\n" + std::string(declaration));
  return errors.empty() ? "" : errors.front();
}

using Bytes = std::vector<std::uint8_t>;

TEST(Variable, HasSizeAlignmentAndSpace) {
  const Variable tile = variable_of(".shared .align 16 .b8 tile[512];");
  EXPECT_EQ(tile.name, "tile");
  EXPECT_EQ(tile.space, StateSpace::kShared);
  EXPECT_EQ(tile.align, 16u);
  EXPECT_EQ(tile.size_bytes, 512u);
  EXPECT_TRUE(tile.init.empty());

  const Variable matrix = variable_of(".global .f64 matrix[3][4];");
  EXPECT_EQ(matrix.align, 8u);
  EXPECT_EQ(matrix.size_bytes, 96u);

  EXPECT_EQ(variable_of(".global .v4 .f32 point;").size_bytes, 16u);
  EXPECT_EQ(variable_of(".global .v4 .f32 point;").align, 16u);
}

TEST(Variable, IsDynamicSharedMemoryWhenExternWithoutALength) {
  const Variable dynamic = variable_of(".extern .shared .align 16 .b8 sm[];");
  EXPECT_TRUE(dynamic.is_extern);
  EXPECT_EQ(dynamic.size_bytes, 0u);
  EXPECT_EQ(dynamic.align, 16u);
}

TEST(Variable, TakesNumbersAsInitialValues) {
  EXPECT_EQ(variable_of(".const .align 4 .u32 limit = 7;").init, (Bytes{7, 0, 0, 0}));
  EXPECT_EQ(variable_of(".global .s16 x[3] = {-1, 0x102};").init, (Bytes{0xff, 0xff, 2, 1}));
  EXPECT_EQ(variable_of(".global .f32 x = 0f3F800000;").init, (Bytes{0, 0, 0x80, 0x3f}));
  EXPECT_EQ(variable_of(".global .f32 x = -1.5;").init, (Bytes{0, 0, 0xc0, 0xbf}));
  EXPECT_EQ(variable_of(".global .f64 x = 0d4004000000000000;").init,
            (Bytes{0, 0, 0, 0, 0, 0, 4, 0x40}));
}

TEST(Variable, FillsRowsThatItsBracesLeaveShort) {
  EXPECT_EQ(variable_of(".global .b8 x[3][2] = {{1}, {2, 3}, {4}};").init, (Bytes{1, 0, 2, 3, 4}));
  EXPECT_EQ(variable_of(".global .b8 x[3][2] = {1, 2, 3};").init, (Bytes{1, 2, 3}));
}

TEST(Variable, TakesTheLengthOfItsValuesWhenNoneIsGiven) {
  EXPECT_EQ(variable_of(".global .u16 x[] = {1, 2, 3};").size_bytes, 6u);
}

TEST(Variable, TakesAddressesAsInitialValues) {
  const Variable pointers =
      variable_of(".global .u64 x[4] = {callee, generic(other)+4, 5, other+8};");
  ASSERT_EQ(pointers.relocations.size(), 3u);
  EXPECT_EQ(pointers.relocations[0].offset, 0u);
  EXPECT_EQ(pointers.relocations[0].symbol, "callee");
  EXPECT_EQ(pointers.relocations[1].offset, 8u);
  EXPECT_EQ(pointers.relocations[1].symbol, "other");
  EXPECT_EQ(pointers.relocations[1].addend, 4);
  EXPECT_TRUE(pointers.relocations[1].generic);
  EXPECT_EQ(pointers.relocations[2].offset, 24u);
  EXPECT_EQ(pointers.relocations[2].addend, 8);
  EXPECT_FALSE(pointers.relocations[2].generic);
  EXPECT_EQ(pointers.init[16], 5);
}

TEST(Variable, TakesAnAddressByteByByte) {
  const Variable packed = variable_of(
      ".global .u8 x[10] = {1, 0xFF(generic(other)+4), 0xFF00(generic(other)+4), "
      "0xFF0000(generic(other)+4), 0xFF000000(generic(other)+4), 0xFF00000000(generic(other)+4), "
      "0xFF0000000000(generic(other)+4), 0xFF000000000000(generic(other)+4), "
      "0xFF00000000000000(generic(other)+4), 9};");
  ASSERT_EQ(packed.relocations.size(), 1u);
  EXPECT_EQ(packed.relocations[0].offset, 1u);
  EXPECT_EQ(packed.relocations[0].addend, 4);
  EXPECT_EQ(packed.init, (Bytes{1, 0, 0, 0, 0, 0, 0, 0, 0, 9}));
}

TEST(Variable, SaysWhatIsWrongWithAnInitialValue) {
  EXPECT_EQ(module_error(".global .b8 x[2] = {1, 2, 3};"),
            "2:27: `x` has more values than elements");
  EXPECT_EQ(module_error(".global .b8 x[2] = {{1}};"),
            "2:22: the initialiser has more braces than dimensions");
  EXPECT_EQ(module_error(".global .u32 x = 1.5;"),
            "2:18: a .u32 variable does not take a floating-point value");
  EXPECT_EQ(module_error(".global .u64 x = nobody;"), "2:18: `nobody` is not declared");
  EXPECT_EQ(module_error(".global .b8 y; .global .u32 x = y;"),
            "2:33: an address does not fit a .u32 variable");
  EXPECT_EQ(module_error(".global .b8 y; .global .b8 x[8] = {0xFF00(y)};"),
            "2:36: the bytes of an address must be given in order, all eight of them");
}

TEST(Variable, MayBeDeclaredOnceAndDefinedOnce) {
  EXPECT_EQ(module_error(".extern .global .u32 x; .global .u32 x;"), "");
  EXPECT_EQ(module_error(".global .u32 x; .global .u32 x;"), "2:30: `x` is declared twice");
}

TEST(Registers, ComeInRangesAndAlone) {
  const Module module =
      module_of(".version 9.0\n.func f() { .reg .b32 %r<3>, temp; .reg .pred %p; ret; }");
  const auto& registers = module.functions[0].registers;
  ASSERT_EQ(registers.size(), 5u);
  EXPECT_EQ(registers[2].name, "%r2");
  EXPECT_EQ(registers[3].name, "temp");
  EXPECT_EQ(registers[4].type, ScalarType::kPred);
}

TEST(Registers, EndWhereTheirRangeEnds) {
  EXPECT_EQ(error_of("mov.u32 %r39, 1;"), "");
  EXPECT_EQ(error_of("mov.u32 %r40, 1;"), "17:9: `%r40` is not declared");
  EXPECT_EQ(error_of("mov.u32 %r01, 1;"), "17:9: `%r01` is not declared");
  EXPECT_EQ(error_of("mov.u32 %r99999999999999999999, 1;"),
            "17:9: `%r99999999999999999999` is not declared");
}

TEST(Registers, AreDeclaredOnceInTheirBraces) {
  EXPECT_EQ(error_of(".reg .b32 %r1;"), "17:11: `%r1` is declared twice");
  EXPECT_EQ(error_of(".reg .f32 %r<2>;"), "17:11: `%r` is declared twice");
  EXPECT_EQ(error_of("{ .reg .f32 %r<2>; mov.f32 %r1, 0f00000000; }"), "");
}

TEST(Registers, HaveTypesThatRegistersCanHave) {
  EXPECT_EQ(error_of(".reg .b8 x;"), "17:6: registers of type `.b8` are not supported");
  EXPECT_EQ(error_of(".reg .v2 .f32 x;"), "17:6: registers of type `.v2` are not supported");
}

TEST(Scopes, HideTheNamesOutsideAndForgetTheirOwn) {
  EXPECT_EQ(printed("{ .reg .b32 t; mov.u32 t, 1; { .reg .b32 t; mov.u32 t, 2; } mov.u32 t, 3; }"),
            (Lines{"mov.u32 t, 1;", "mov.u32 t, 2;", "mov.u32 t, 3;"}));
  const Function kernel =
      kernel_of("{ .reg .b32 t; mov.u32 t, 1; { .reg .b32 t; mov.u32 t, 2; } mov.u32 t, 3; }");
  const auto id = [&](std::size_t i) {
    return std::get<RegisterOperand>(kernel.instructions[i].operands[0].value).id;
  };
  EXPECT_NE(id(0), id(1));
  EXPECT_EQ(id(0), id(2));
  EXPECT_EQ(error_of("{ .reg .b32 t; } mov.u32 t, 1;"), "17:26: `t` is not declared");
}

TEST(Scopes, MakeTheNamesOfVariablesDistinct) {
  EXPECT_EQ(printed("{ .param .b32 param0; st.param.b32 [param0+0], 1; }\n"
                    "{ .param .b64 param0; st.param.b64 [param0+0], 2; }\n"
                    "{ .local .b32 tile; st.local.b32 [tile], 3; }\n"
                    "st.shared.b32 [tile], 4;"),
            (Lines{"st.param.b32 [param0], 1;", "st.param.b64 [param0#2], 2;",
                   "st.local.b32 [tile#2], 3;", "st.shared.b32 [tile], 4;"}));
}

TEST(Scopes, KeepLabelsToThemselves) {
  EXPECT_EQ(printed("{ L: bra L; }\n{ L: bra L; }\n{ bra OUT; }\nOUT:"),
            (Lines{"bra @0;", "bra @1;", "bra @3;"}));
  EXPECT_EQ(error_of("bra L; { L: }"), "17:5: label `L` is not defined");
}

TEST(Scopes, PutGlobalVariablesOfABodyIntoTheModule) {
  const Module module = module_of(
      ".version 9.0\n.func f() { .global .u32 x; ret; }\n.func g() { .global .u32 x; ret; }");
  ASSERT_EQ(module.variables.size(), 2u);
  EXPECT_NE(module.variables[0].name, module.variables[1].name);
}

TEST(Head, ReadsParametersResultsAndLaunchBounds) {
  const Module module = module_of(
      ".version 9.0\n"
      ".visible .entry _Z5probePf(.param .u64 .ptr .global .align 8 a, .param .align 4 .b8 b[12])\n"
      ".maxntid 256, 1, 1\n.minnctapersm 2\n{ ret; }\n"
      ".weak .func (.param .align 8 .b8 r[16]) f(.param .b32 x) .noreturn { ret; }");
  const Function& kernel = module.functions[0];
  EXPECT_TRUE(kernel.is_entry);
  EXPECT_EQ(kernel.parameters[0].size_bytes, 8u);
  EXPECT_EQ(kernel.parameters[1].size_bytes, 12u);
  EXPECT_EQ(kernel.parameters[1].align, 4u);
  EXPECT_EQ(kernel.parameters[1].space, StateSpace::kParam);
  EXPECT_EQ(kernel.max_threads, (base::Dim3{256, 1, 1}));
  EXPECT_EQ(kernel.required_threads, (base::Dim3{0, 0, 0}));
  EXPECT_EQ(module.functions[1].results[0].size_bytes, 16u);
  EXPECT_FALSE(module.functions[1].is_entry);
}

TEST(Head, TellsTheThreadsThatABlockMustHaveFromThoseThatItMayHave) {
  const Module module = module_of(".version 9.0\n.entry f() .reqntid 16, 8\n{ ret; }");
  EXPECT_EQ(module.functions[0].required_threads, (base::Dim3{16, 8, 1}));
  EXPECT_EQ(module.functions[0].max_threads, (base::Dim3{0, 0, 0}));
}

TEST(Head, LetsADefinitionTakeThePlaceOfItsDeclaration) {
  const Module module = module_of(
      ".version 9.0\n.extern .func vprintf(.param .b64 a);\n.func f(.param .b32 x);\n"
      ".func g() { ret; }\n.func f(.param .b32 y) { ret; }\n.func f(.param .b32 x);");
  ASSERT_EQ(module.functions.size(), 3u);
  EXPECT_TRUE(module.functions[0].is_declaration);
  EXPECT_FALSE(module.functions[1].is_declaration);
  EXPECT_EQ(module.functions[1].parameters[0].name, "y");
}

TEST(Head, IsRefusedTwiceWithoutItsBodyBeingBlamed) {
  EXPECT_EQ(errors_of(".version 9.0\n.func f() { ret; }\n.func f() { .reg .b32 x; mov.u32 x, 1; }\n"
                      ".func g() { bra L; }"),
            (Lines{"3:7: `f` is declared twice", "4:17: label `L` is not defined"}));
}

TEST(Head, RefusesRegisterParameters) {
  EXPECT_EQ(module_error(".func f(.reg .b32 x) { ret; }"),
            "2:9: register parameters are not supported");
}

TEST(Alias, StandsForItsFunctionInCallsAddressesAndTables) {
  const Module module = module_of(
      ".version 9.0\n.func f() { ret; }\n.func alias_of_f();\n.alias alias_of_f, f;\n"
      ".global .u64 pointer = alias_of_f;\n"
      ".func g() { .reg .b64 d; call alias_of_f; mov.u64 d, alias_of_f; ret; }");
  const Function& g = *module.find_function("g");
  EXPECT_EQ(print(g.instructions[0], g), "call f;");
  EXPECT_EQ(print(g.instructions[1], g), "mov.u64 d, f;");
  EXPECT_EQ(module.variables[0].relocations[0].symbol, "f");
}

}  // namespace
}  // namespace bankcheck::ptx
