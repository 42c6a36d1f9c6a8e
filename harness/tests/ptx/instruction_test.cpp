// Instructions, operand by operand: what is read, and what is refused in which words.
#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

TEST(Instruction, KeepsGuardsWithTheirNegation) {
  EXPECT_EQ(printed("@%p1 add.s32 %r1, %r2, -3;\n@!%p2 exit;"),
            (Lines{"@%p1 add.s32 %r1, %r2, -3;", "@!%p2 exit;"}));
}

TEST(Instruction, ReadsAddressesOfEveryKind) {
  EXPECT_EQ(printed("ld.global.u32 %r1, [%d1];\n"
                    "ld.global.u32 %r1, [%d1+16];\n"
                    "ld.global.u32 %r1, [%d1+-16];\n"
                    "ld.global.u32 %r1, [%d1 + 8 + 8];\n"
                    "ld.shared.u32 %r1, [tile+4];\n"
                    "ld.local.u32 %r1, [64];\n"
                    "ld.param.u64 %d1, [out];"),
            (Lines{"ld.global.u32 %r1, [%d1];", "ld.global.u32 %r1, [%d1+16];",
                   "ld.global.u32 %r1, [%d1-16];", "ld.global.u32 %r1, [%d1+16];",
                   "ld.shared.u32 %r1, [tile+4];", "ld.local.u32 %r1, [64];",
                   "ld.param.u64 %d1, [out];"}));
}

TEST(Instruction, ReadsVectorsAndResultsThatNobodyWants) {
  EXPECT_EQ(printed("ld.shared.v4.f32 {%f1, _, %f3, %f4}, [%r1];\n"
                    "st.global.v2.f32 [%d1], {%f1, 0f3F800000};\n"
                    "mov.b64 {%r1, _}, %d1;\n"
                    "mov.b64 %d1, {%r1, 7};\n"
                    "atom.global.add.u32 _, [%d1], 1;"),
            (Lines{"ld.shared.v4.f32 {%f1, _, %f3, %f4}, [%r1];",
                   "st.global.v2.f32 [%d1], {%f1, 0f3F800000};", "mov.b64 {%r1, _}, %d1;",
                   "mov.b64 %d1, {%r1, 7};", "atom.add.global.u32 _, [%d1], 1;"}));
}

TEST(Instruction, ReadsPairsOfPredicates) {
  EXPECT_EQ(
      printed("setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;\n"
              "shfl.sync.up.b32 %r1|%p1, %r2, 1, 0, -1;\n"
              "shfl.sync.up.b32 %r1|_, %r2, 1, 0, -1;\n"
              "setp.eq.u32 _|%p2, %r1, 0;"),
      (Lines{"setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;", "shfl.sync.up.b32 %r1|%p1, %r2, 1, 0, -1;",
             "shfl.sync.up.b32 %r1, %r2, 1, 0, -1;", "setp.eq.u32 _|%p2, %r1, 0;"}));
}

TEST(Instruction, NeedsAPredicateWhereTheHardwareAlwaysGivesOne) {
  EXPECT_EQ(error_of("elect.sync _|%p1, -1;\nlop3.or.b32 %r1|%p1, %r2, %r3, %r4, 0x3f, %p2;"), "");
  EXPECT_EQ(error_of("elect.sync %r1, -1;"),
            "17:12: operand 1 of `elect.sync` must be a .b32 register with `|` and a predicate");
}

TEST(Instruction, GivesFloatConstantsTheBitsOfTheOperandsType) {
  EXPECT_EQ(printed("mov.f32 %f1, 0f3F800000;\n"
                    "add.f32 %f1, %f2, 1.5;\n"
                    "mov.f32 %f1, 0d3FF0000000000000;\n"
                    "mov.f64 %fd1, 0f3F800000;\n"
                    "add.f64 %fd1, %fd2, 0.1;\n"
                    "mov.b32 %r1, 0f3F800000;\n"
                    "st.global.f64 [%d1], 1.0;"),
            (Lines{"mov.f32 %f1, 0f3F800000;", "add.f32 %f1, %f2, 0f3FC00000;",
                   "mov.f32 %f1, 0f3F800000;", "mov.f64 %fd1, 0d3FF0000000000000;",
                   "add.f64 %fd1, %fd2, 0d3FB999999999999A;", "mov.b32 %r1, 0f3F800000;",
                   "st.global.f64 [%d1], 0d3FF0000000000000;"}));
}

TEST(Instruction, KeepsIntegerConstantsAsSixtyFourBits) {
  const Function kernel = kernel_of("mov.u32 %r1, 0xFFFFFFFF;\nmov.s32 %r1, -1;");
  const auto bits = [&](std::size_t i) {
    return std::get<ImmediateOperand>(kernel.instructions[i].operands[1].value).bits;
  };
  EXPECT_EQ(bits(0), 0xffffffffu);
  EXPECT_EQ(bits(1), ~std::uint64_t{0});
}

TEST(Instruction, ReadsSpecialRegistersAndAddressesInMoves) {
  EXPECT_EQ(printed("mov.u32 %r1, %tid.x;\n"
                    "mov.u64 %d1, %clock64;\n"
                    "mov.u32 %r1, %envreg31;\n"
                    "mov.u32 %r1, WARP_SZ;\n"
                    "mov.u32 %r1, tile;\n"
                    "mov.u64 %d1, table+8;\n"
                    "mov.u64 %d1, twice;\n"
                    "mov.b64 %d1, out;"),
            (Lines{"mov.u32 %r1, %tid.x;", "mov.u64 %d1, %clock64;", "mov.u32 %r1, %envreg31;",
                   "mov.u32 %r1, 32;", "mov.u32 %r1, tile;", "mov.u64 %d1, table+8;",
                   "mov.u64 %d1, twice;", "mov.b64 %d1, out;"}));
}

TEST(Instruction, TakesWiderRegistersInLoadsStoresAndConversionsOnly) {
  EXPECT_EQ(error_of("ld.shared.u8 %d1, [%r1];\nst.shared.b8 [%r1], %r2;\ncvt.u32.u8 %d1, %h1;"),
            "");
  EXPECT_EQ(error_of("add.u16 %h1, %h2, %r3;"),
            "17:19: operand 3 of `add.u16` must be a .u16 register or constant");
}

TEST(Instruction, HoldsRegistersToTheKindOfTheirType) {
  EXPECT_EQ(error_of("mov.b32 %f1, %r1;\nadd.f32 %r1, %r2, %f3;"), "");
  EXPECT_EQ(error_of("add.u32 %f1, %r1, 1;"),
            "17:9: operand 1 of `add.u32` must be a .u32 register");
  EXPECT_EQ(error_of("add.u32 %r1, %p1, 1;"),
            "17:14: operand 2 of `add.u32` must be a .u32 register or constant");
  EXPECT_EQ(error_of("mov.f32 %f1, 0;"),
            "17:14: operand 2 of `mov.f32` must be a .f32 register or constant");
  EXPECT_EQ(error_of("and.pred %p1, %p2, %r1;"),
            "17:20: operand 3 of `and.pred` must be a predicate");
}

TEST(Instruction, CountsOperands) {
  EXPECT_EQ(error_of("add.u32 %r1, %r2;"), "17:1: `add.u32` takes 3 operands, 2 given");
  EXPECT_EQ(error_of("bar.sync;"), "17:1: `bar.sync` takes 1 to 2 operands, 0 given");
  EXPECT_EQ(error_of("exit 3;"), "17:1: `exit` takes 0 operands, 1 given");
}

TEST(Instruction, HoldsVectorsToTheirWidth) {
  EXPECT_EQ(error_of("ld.shared.v2.u32 {%r1, %r2, %r3}, [%r4];"),
            "17:18: operand 1 of `ld.shared.v2.u32` must be 2 .u32 registers in braces");
  EXPECT_EQ(error_of("ld.shared.v4.f64 {%fd1, %fd2, %fd3, %fd4}, [%r4];"),
            "17:1: instruction `ld.shared.v4.f64` is not supported");
  EXPECT_EQ(error_of("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1}, [%r4];"),
            "17:42: operand 1 of `ldmatrix.sync.aligned.m8n8.x2.shared.b16` must be a vector in "
            "braces that holds a .b32 value");
  EXPECT_EQ(error_of("mov.b64 {%h1, %h2}, %d1;"),
            "17:9: operand 1 of `mov.b64` must be a vector in braces that holds a .b64 value");
}

TEST(Instruction, HoldsConstantsToWhatTheHardwareTakes) {
  EXPECT_EQ(error_of("bar.sync 16;"),
            "17:10: operand 1 of `bar.sync` must be a barrier number, 0 to 15");
  EXPECT_EQ(error_of("bar.sync 1, 33;"),
            "17:13: operand 2 of `bar.sync` must be a number of threads, a multiple of 32");
  EXPECT_EQ(error_of("cp.async.ca.shared.global [%r1], [%d1], 5;"),
            "17:41: operand 3 of `cp.async.ca.shared.global` must be the constant 4, 8 or 16");
  EXPECT_EQ(error_of("cp.async.cg.shared.global [%r1], [%d1], 8;"),
            "17:41: operand 3 of `cp.async.cg.shared.global` must be the constant 16");
}

TEST(Instruction, HoldsVariablesToTheSpaceOfTheAccess) {
  EXPECT_EQ(error_of("ld.global.u32 %r1, [tile];"),
            "17:20: operand 2 of `ld.global.u32` names a .shared variable");
  EXPECT_EQ(error_of("cp.async.ca.shared.global [tile], [limit], 4;"),
            "17:35: operand 2 of `cp.async.ca.shared.global` names a .const variable");
  EXPECT_EQ(error_of("ld.global.u32 %r1, [twice];"), "17:21: `twice` is not a variable");
}

TEST(Instruction, KnowsTheSpaceOfAGenericAccessToAVariable) {
  EXPECT_EQ(printed("ld.u32 %r1, [tile];"), (Lines{"ld.shared.u32 %r1, [tile];"}));
  EXPECT_EQ(error_of("ld.u32 %r1, [limit];"),
            "17:13: operand 2 of `ld.u32` names a .const variable");
}

TEST(Instruction, MayPutABlankBeforeItsDottedWords) {
  EXPECT_EQ(printed("add .u32 %r1, %r2, 3;"), (Lines{"add.u32 %r1, %r2, 3;"}));
}

TEST(Instruction, CopiesAsynchronouslyBetweenTwoSpaces) {
  EXPECT_EQ(printed("cp.async.cg.shared.global.L2::128B [%r1], [%d1], 16, %r2;\n"
                    "cp.async.commit_group;\ncp.async.wait_group 1;"),
            (Lines{"cp.async.cg.L2::128B.shared.global [%r1], [%d1], 16, %r2;",
                   "cp.async.commit_group;", "cp.async.wait_group 1;"}));
}

TEST(Call, ReadsResultsArgumentsAndPrototypes) {
  EXPECT_EQ(printed("{ .param .b32 a; .param .b32 b;\n"
                    "call.uni (b), twice, (a);\n"
                    "proto : .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                    "call (b), %d1, (a), proto; }\n"
                    "call (%r1), twice, (%r2);"),
            (Lines{"call.uni (b), twice, (a);", "call (b), %d1, (a), proto;",
                   "call (%r1), twice, (%r2);"}));
}

TEST(Call, ChecksTheCalleeAndItsArguments) {
  EXPECT_EQ(error_of("call thrice;"), "17:6: function `thrice` is not declared");
  EXPECT_EQ(error_of("call (%r1), twice, (%r2, %r3);"),
            "17:1: function `twice` takes 1 argument and gives 1 result");
}

TEST(Branch, FindsLabelsBeforeAndAfterIt) {
  EXPECT_EQ(printed("AGAIN: add.u32 %r1, %r1, 1;\n@%p1 bra AGAIN;\nbra.uni DONE;\nexit;\nDONE:"),
            (Lines{"add.u32 %r1, %r1, 1;", "@%p1 bra @0;", "bra.uni @4;", "exit;"}));
}

TEST(Branch, ReadsTablesOfLabels) {
  EXPECT_EQ(printed("T: .branchtargets A, B, A;\nbrx.idx %r1, T;\nA: exit;\nB:"),
            (Lines{"brx.idx %r1, @1, @2, @1;", "exit;"}));
  EXPECT_EQ(error_of("A: brx.idx %r1, A;"), "17:17: `A` is not a `.branchtargets` list");
}

TEST(Branch, NeedsItsLabel) {
  EXPECT_EQ(error_of("bra NOWHERE;"), "17:5: label `NOWHERE` is not defined");
  EXPECT_EQ(error_of("A: A: bra A;"), "17:4: label `A` is defined twice");
}

TEST(Branch, IsForgottenWhenItsInstructionIsBroken) {
  EXPECT_EQ(
      errors_of(".func f() { .reg .b32 r; T: .branchtargets L; brx.idx r, T x; L: bra L x; }"),
      (Lines{"1:60: expected `;`, found `x`", "1:72: expected `;`, found `x`"}));
}

TEST(Function, ReturnsWhereItsBodyEndsWithoutAReturn) {
  const Module module =
      module_of(".version 9.0\n.func f() { .reg .pred p; @p bra END; trap; END: }");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.instructions.size(), 3u);
  EXPECT_EQ(print(function.instructions[0], function), "@p bra @2;");
  EXPECT_EQ(function.instructions[2].opcode, Opcode::kRet);
}

}  // namespace
}  // namespace bankcheck::ptx
