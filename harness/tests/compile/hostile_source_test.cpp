// Every file of harness/tests/data/hostile: what the compiler makes of it, in bounded time. None of
// them is an error of ours.
#include <string>

#include <gtest/gtest.h>

#include "compile/with_compiler.hpp"

namespace bankcheck::compile {
namespace {

struct Attack {
  const char* file;
  CompileOutcome outcome;
  /// A part of the first error; of the note on the rows where the file compiles.
  const char* text;
  /// Whether it takes the sandbox, and not only limits, to get this outcome.
  bool needs_sandbox = false;
};

constexpr auto kOk = CompileOutcome::kOk;
constexpr auto kRejected = CompileOutcome::kRejected;
constexpr auto kTimedOut = CompileOutcome::kTimedOut;
constexpr const char* kOutside = "is outside the submission's folder";
constexpr const char* kMissing = "No such file or directory";

constexpr Attack kAttacks[] = {
    {"assembler_endless", kOk, "no array kStrides"},
    {"assembler_include", kRejected, "the assembler refuses this: Parsing error near '.include'"},
    {"constexpr_endless", kRejected, "expression must have a constant value"},
    {"constexpr_huge", kRejected, "expression must have a constant value"},
    {"dependency_pragma", kRejected, "/etc/passwd: No such file or directory", true},
    {"device_array_huge", kRejected, "the compiler ran out of memory on this file"},
    {"include_above", kRejected, kOutside},
    {"include_above_by_bracket", kRejected, kOutside},
    {"include_above_by_digraph", kRejected, kOutside},
    {"include_environment", kRejected, kMissing, true},
    {"include_first_environment", kRejected, kMissing, true},
    {"include_input", kRejected, kMissing, true},
    {"include_itself", kRejected, "#include nested depth"},
    {"include_passwd", kRejected, kOutside},
    {"include_passwd_by_macro", kRejected, kMissing, true},
    {"include_random", kRejected, kMissing, true},
    {"include_unit", kRejected, "#include nested depth"},
    {"include_zero", kRejected, kMissing, true},
    {"line_forged", kRejected, "identifier \"oops\" is undefined"},
    {"macros_exponential", kTimedOut, "the compiler did not finish within 3 s"},
    {"names_poisoned", kOk, "the compiler could not read it: attempt to use poisoned"},
    {"names_redefined", kOk, "the compiler could not read it: "},
    {"nesting_deep", kRejected, ""},
    {"tail_commented", kRejected, "unterminated comment"},
    {"tail_in_string", kRejected, "unterminated raw string"},
    {"tail_swallowed", kRejected, "unterminated #if"},
    {"templates_endless", kRejected, "excessive recursion at instantiation"},
    {"templates_exponential", kTimedOut, "the compiler did not finish within 3 s"},
    {"unroll_huge", kOk, "no array kStrides"},
    {"warnings_flood", kTimedOut, "the compiler did not finish within 3 s"},
    {"wrapper_closed", kRejected, "expected a declaration"},
};

class HostileSource : public WithCompiler, public testing::WithParamInterface<Attack> {};

TEST_P(HostileSource, IsTheStudentsOwnFailure) {
  const Attack& attack = GetParam();
  CompileRequest request;
  request.source_path = std::string(BANKCHECK_TEST_DATA) + "/hostile/" + attack.file + ".cu";
  request.rows_array = "kStrides";
  // Enough for all that ends at all, so that a busy machine changes no outcome.
  request.seconds = attack.outcome == kTimedOut ? 3 : 120;
  const CompiledCode code = compile(toolchain_, *runner_, request);
  EXPECT_NE(code.outcome, CompileOutcome::kTrouble) << code.trouble;
  EXPECT_LT(code.log.size(), 200'000u);
  if (attack.needs_sandbox && runner_->isolation() != sandbox::Isolation::kBubblewrap) return;
  EXPECT_EQ(code.outcome, attack.outcome) << code.log << code.trouble;
  const std::string text = code.first_error ? code.first_error->text : code.rows_note;
  EXPECT_NE(text.find(attack.text), std::string::npos) << text;
}

std::string test_name(const testing::TestParamInfo<Attack>& info) { return info.param.file; }

INSTANTIATE_TEST_SUITE_P(Attack, HostileSource, testing::ValuesIn(kAttacks), test_name);

}  // namespace
}  // namespace bankcheck::compile
