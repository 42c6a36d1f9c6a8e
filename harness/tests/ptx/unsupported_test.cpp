// Instructions that the table does not know: data of their function, not errors of the text.
#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

TEST(Unsupported, NamesTheInstructionWithTheStudentsLine) {
  EXPECT_EQ(errors_of(in_kernel(".loc 1 12 3\ntex.2d.v4.f32.f32 {%f1, %f2}, [tile, {%f3}];\n"
                                ".loc 2 99 1, function_name $x, inlined_at 1 13 5\n"
                                "vadd2.u32.u32.u32 %r1, %r2, %r3, %r1;")),
            (Lines{"18:1: instruction `tex.2d.v4.f32.f32` is not supported (probe.cu:12): textures "
                   "are not simulated",
                   "20:1: instruction `vadd2.u32.u32.u32` is not supported (probe.cu:13)"}));
}

TEST(Unsupported, GivesTheReasonForWholeFamilies) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"wmma.load.a.sync.aligned.m16n16k16.global.row.f16", "tensor-core instructions"},
      {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "tensor-core instructions"},
      {"cp.async.bulk.commit_group", "bulk copies"},
      {"mbarrier.arrive.shared::cluster.b64", "mbarrier objects of other blocks"},
      {"barrier.cluster.arrive", "thread block clusters"},
      {"suld.b.2d.b32.trap", "surfaces"},
  };
  for (const auto& [spelling, what] : cases) {
    EXPECT_EQ(error_of(std::string(spelling) + " {%r1}, [%d1];"),
              "17:1: instruction `" + std::string(spelling) +
                  "` is not supported: " + std::string(what) + " are not simulated");
  }
}

TEST(Unsupported, CoversUnknownOpcodesModifiersTypesAndSpaces) {
  for (const std::string_view text :
       {"frobnicate", "add.fast.u32", "add.u7", "ld.texture.u32", "add.rn.u32", "add",
        "add.u32.u32.u32", "atom.local.add.u32", "ld.shared::cluster.u32", "mul.u32", "setp.lo.s32",
        "cvt.rn.u64.s64", "add.rn.rz.f32", "add.rn.rn.f32", "shfl.up.b32"}) {
    EXPECT_EQ(error_of(std::string(text) + " %r1, %r2, %r3;"),
              "17:1: instruction `" + std::string(text) + "` is not supported");
  }
}

TEST(Unsupported, LeavesTheOtherFunctionsUsable) {
  const Module module = module_of(
      ".version 9.0\n.entry good() { ret; }\n.entry bad() { wmma.foo; bar.sync 0; ret; }");
  EXPECT_TRUE(module.find_function("good")->unsupported.empty());
  const Function& bad = *module.find_function("bad");
  ASSERT_EQ(bad.unsupported.size(), 1u);
  ASSERT_EQ(bad.instructions.size(), 3u);
  EXPECT_EQ(bad.instructions[0].opcode, Opcode::kUnsupported);
  EXPECT_EQ(bad.instructions[0].ptx_line, 3u);
}

TEST(Unsupported, NamesFiftyButAtLeastOneOfEachFunction) {
  std::string text = ".version 9.0\n.func f() {";
  for (int i = 0; i < 100; ++i) text += " wmma.foo;";
  const Module module = module_of(text + "}\n.func g() { wmma.foo; wmma.foo; }");
  EXPECT_EQ(module.functions[0].unsupported.size(), 50u);
  EXPECT_EQ(module.functions[1].unsupported.size(), 1u);
}

TEST(Unsupported, CutsALongNameShort) {
  EXPECT_EQ(error_of(std::string(100, 'x') + ";"),
            "17:1: instruction `" + std::string(80, 'x') + "...` is not supported");
}

}  // namespace
}  // namespace bankcheck::ptx
