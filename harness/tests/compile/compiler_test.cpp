#include "compile/compiler.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "compile/with_compiler.hpp"
#include "sandbox/fake_runner.hpp"

namespace bankcheck::compile {
namespace {

using Rows = std::optional<std::vector<std::int64_t>>;
using Compiler = WithCompiler;

constexpr const char* kKernel = R"(__global__ void copy(const float* in, float* out) {
  __shared__ float tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
)";

std::string with_kernel(const std::string& rest) { return kKernel + rest; }

TEST_F(Compiler, GivesThePtxOfTheKernels) {
  const CompiledCode code = compile_text(kKernel);
  ASSERT_EQ(code.outcome, CompileOutcome::kOk) << code.log << code.trouble;
  EXPECT_NE(code.ptx.find(".visible .entry _Z4copyPKfPf("), std::string::npos);
  EXPECT_NE(code.ptx.find(".target sm_90"), std::string::npos);
  EXPECT_NE(code.ptx.find(".file\t1 \"probe.cu\""), std::string::npos) << code.ptx;
  EXPECT_FALSE(code.first_error.has_value());
}

TEST_F(Compiler, CallsAFileWithABlankInItsNameByItsName) {
  CompileRequest request;
  request.source_path = write("my pr\u00f6be.cu", kKernel);
  const CompiledCode code = compile(toolchain_, *runner_, request);
  EXPECT_NE(code.ptx.find(".file\t1 \"my pr\u00f6be.cu\""), std::string::npos) << code.ptx;
  request.source_path = write("my pr\u00f6be.cu", "int x = y;\n");
  const CompiledCode wrong = compile(toolchain_, *runner_, request);
  ASSERT_TRUE(wrong.first_error.has_value());
  EXPECT_EQ(wrong.first_error->file, "my pr\u00f6be.cu");
}

TEST_F(Compiler, ReadsTheRowsOfAnArrayAtNamespaceScope) {
  const struct {
    const char* declaration;
    std::vector<std::int64_t> rows;
  } cases[] = {
      {"constexpr int kStrides[] = {1, 2, 4, 32, 33};", {1, 2, 4, 32, 33}},
      {"constexpr int kStrides[] = {1, 2, 0, 0};", {1, 2, 0, 0}},
      {"const unsigned short kStrides[3] = {7};", {7, 0, 0}},
      {"static constexpr long kStrides[] = {-3, 1L << 40};", {-3, 1L << 40}},
      {"#include <array>\nconstexpr std::array<int, 2> kStrides = {5, 6};", {5, 6}},
      {"#define ROWS 1, 2,\nconstexpr unsigned char kStrides[] = {ROWS 255};", {1, 2, 255}},
  };
  for (const auto& item : cases) {
    const CompiledCode code = compile_with_rows(with_kernel(item.declaration));
    ASSERT_EQ(code.outcome, CompileOutcome::kOk) << item.declaration << code.log;
    EXPECT_EQ(code.rows, Rows(item.rows)) << item.declaration << code.rows_note;
    EXPECT_EQ(code.rows_note, "");
    EXPECT_EQ(code.ptx.find("bankcheck_rows"), std::string::npos);
  }
}

TEST_F(Compiler, CompilesAFileWhoseRowsCannotBeReadAndSaysWhy) {
  const struct {
    const char* declaration;
    const char* note;
  } cases[] = {
      {"int main() { constexpr int kStrides[] = {1, 2}; return kStrides[0]; }",
       "there is no array kStrides outside of functions and namespaces"},
      {"", "the submission has no array kStrides"},
      {"int kStrides[] = {1, 2};",
       "the values of kStrides are not known at compile time; make it constexpr"},
      {"constexpr int kStrides = 3;", "kStrides is not an array"},
      {"constexpr int kStrides[2000] = {1};", "kStrides has more than 1024 elements"},
      {"constexpr float kStrides[] = {1.5f};", "its elements are not integers"},
      {"enum class E { a }; constexpr E kStrides[] = {E::a};", "the compiler could not read it: "},
      {"namespace mine { constexpr int kStrides[] = {1}; }",
       "there is no array kStrides outside of functions and namespaces"},
      {"struct kStrides { int a; };", "the compiler could not read it: type name is not allowed"},
  };
  for (const auto& item : cases) {
    const CompiledCode code = compile_with_rows(with_kernel(item.declaration));
    EXPECT_EQ(code.outcome, CompileOutcome::kOk) << item.declaration << code.log << code.trouble;
    EXPECT_EQ(code.rows, Rows()) << item.declaration;
    EXPECT_NE(code.rows_note.find(item.note), std::string::npos) << code.rows_note;
    EXPECT_NE(code.ptx.find("_Z4copyPKfPf"), std::string::npos);
  }
}

TEST_F(Compiler, PutsTheFirstErrorAtTheStudentsLineAndColumn) {
  const struct {
    const char* text;
    int line;
    int column;
    const char* error;
  } cases[] = {
      {"\n__global__ void k(int* p) { p[0] = oops; }\n", 2, 36, "identifier \"oops\" is undefined"},
      {"int x;\n#include \"missing.cuh\"\n", 2, 10, "missing.cuh: No such file or directory"},
      {"int x\nint y;\n", 2, 1, "expected a \";\" (at the end of line 1?)"},
      {"int x\n\n// more\nint y;\n", 4, 1, "expected a \";\" (at the end of line 1?)"},
      {"__global__ void k() {\n  if (true) {\n}\n", 3, 0,
       "expected a \"}\" (to match this \"{\" on line 1)"},
      {"int x;\n#if 1\nint y;\n", 2, 0, "unterminated #if"},
      {"#error  write the kernel\n", 1, 2, "#error write the kernel"},
  };
  for (const auto& item : cases) {
    const CompiledCode code = compile_text(item.text);
    EXPECT_EQ(code.outcome, CompileOutcome::kRejected) << item.text;
    ASSERT_TRUE(code.first_error.has_value()) << item.text << code.log;
    EXPECT_EQ(code.first_error->file, "probe.cu");
    EXPECT_EQ(code.first_error->line, item.line) << code.log;
    EXPECT_EQ(code.first_error->column, item.column) << code.log;
    EXPECT_EQ(code.first_error->text, item.error);
  }
}

TEST_F(Compiler, QuotesTheSourceLineOfTheFirstError) {
  const CompiledCode code = compile_text("__global__ void k(int* p) { p[0] = oops; }\n");
  ASSERT_TRUE(code.first_error.has_value());
  EXPECT_EQ(base::render(*code.first_error),
            "probe.cu:1:36: error: identifier \"oops\" is undefined\n"
            "  __global__ void k(int* p) { p[0] = oops; }\n"
            "                                     ^\n");
}

TEST_F(Compiler, PutsAnAssemblersErrorAtTheStudentsLine) {
  const CompiledCode code =
      compile_text("__global__ void k(int* p) {\n  p[0] = 1;\n  asm(\"nonsense;\");\n}\n");
  EXPECT_EQ(code.outcome, CompileOutcome::kRejected);
  ASSERT_TRUE(code.first_error.has_value());
  EXPECT_EQ(code.first_error->line, 3) << code.log;
  EXPECT_NE(code.first_error->text.find("the assembler refuses this: "), std::string::npos);
}

TEST_F(Compiler, NamesTheStudentsOwnHeaderWhereItsErrorIs) {
  write("lib/helper.cuh", "\n__device__ int f() { return g(); }\n");
  const CompiledCode code = compile_text("#include \"lib/helper.cuh\"\n");
  ASSERT_TRUE(code.first_error.has_value());
  EXPECT_EQ(code.first_error->file, "lib/helper.cuh");
  EXPECT_EQ(code.first_error->line, 2);
}

TEST_F(Compiler, PutsAnErrorOfASystemHeaderAtTheLineThatIncludesIt) {
  const CompiledCode code = compile_text("#define __cplusplus 1\n\n#include <array>\n");
  EXPECT_EQ(code.outcome, CompileOutcome::kRejected) << code.trouble;
  ASSERT_TRUE(code.first_error.has_value());
  EXPECT_EQ(code.first_error->file, "probe.cu");
  EXPECT_EQ(code.first_error->line, 3) << code.log;
  EXPECT_NE(code.first_error->text.find("(in /usr/include/c++/"), std::string::npos);
}

TEST_F(Compiler, GivesTheSameTextsForTheSameSourceInAnotherFolder) {
  const std::string text = with_kernel(
      "namespace { __device__ int state; __global__ void hidden(int* p) { *p = state; } }\n"
      "int main() { int unused; hidden<<<1, 1>>>(nullptr); }\n"
      "constexpr int kStrides[] = {1};\n");
  const CompiledCode first = compile_with_rows(text);
  CompileRequest request;
  request.rows_array = "kStrides";
  request.source_path = write("elsewhere/probe.cu", text);
  const CompiledCode second = compile(toolchain_, *runner_, request);
  ASSERT_EQ(first.outcome, CompileOutcome::kOk) << first.log;
  EXPECT_EQ(first.ptx, second.ptx);
  EXPECT_EQ(first.log, second.log);
  EXPECT_NE(first.log.find("probe.cu(8): warning #177-D"), std::string::npos) << first.log;
}

TEST_F(Compiler, AssemblesForACardAndCountsItsResources) {
  CompileRequest request;
  request.cubin = true;
  const CompiledCode code = compile_text(kKernel, request);
  ASSERT_EQ(code.outcome, CompileOutcome::kOk) << code.log << code.trouble;
  EXPECT_EQ(code.cubin.substr(1, 3), "ELF");
  ASSERT_EQ(code.resources.size(), 1u);
  EXPECT_EQ(code.resources[0].kernel, "_Z4copyPKfPf");
  EXPECT_EQ(code.resources[0].shared_bytes, 128u);
  EXPECT_GT(code.resources[0].registers, 0u);
  EXPECT_EQ(code.resources[0].stack_bytes, 0u);
}

TEST_F(Compiler, RejectsWhatPtxasRefuses) {
  CompileRequest request;
  request.cubin = true;
  const CompiledCode code = compile_text(
      "__global__ void big(int* p) { __shared__ int a[20000]; a[threadIdx.x] = *p;\n"
      "__syncthreads(); *p = a[*p]; }\n",
      request);
  EXPECT_EQ(code.outcome, CompileOutcome::kRejected);
  ASSERT_TRUE(code.first_error.has_value());
  EXPECT_NE(code.first_error->text.find("uses too much shared data"), std::string::npos)
      << code.log;
}

TEST_F(Compiler, DefinesWhatTheRequestDefines) {
  CompileRequest request;
  request.defines = {"ROW=7"};
  EXPECT_EQ(compile_text("static_assert(ROW == 7, \"\");\n", request).outcome, CompileOutcome::kOk);
}

TEST_F(Compiler, IsTheCauseWhenAnEmptyKernelDoesNotCompileEither) {
  sandbox::FakeRunner broken([](const sandbox::Command&) {
    sandbox::CommandResult result;
    result.status = sandbox::CommandStatus::kExited;
    result.exit_code = 1;
    result.error_output = "gcc: fatal error: cannot execute 'cc1plus'\n";
    return result;
  });
  CompileRequest request;
  request.source_path = write("probe.cu", kKernel);
  const CompiledCode code = compile(toolchain_, broken, request);
  EXPECT_EQ(code.outcome, CompileOutcome::kTrouble);
  EXPECT_EQ(code.trouble,
            "the compiler fails on an empty kernel too: gcc: fatal error: cannot execute "
            "'cc1plus'\n");
  EXPECT_FALSE(code.first_error.has_value());
}

}  // namespace
}  // namespace bankcheck::compile
