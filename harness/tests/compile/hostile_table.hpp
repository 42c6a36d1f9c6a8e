// The attacks that sources make on the compiler, and what becomes of each.
#pragma once

#include "compile/compiler.hpp"

namespace bankcheck::compile {

struct Attack {
  const char* file;
  CompileOutcome outcome;
  /// A part of the first error; of the note on the rows where the file compiles.
  const char* text;
  /// Whether it takes the sandbox, and not only limits, to get this outcome.
  bool needs_sandbox = false;
};

inline constexpr auto kOk = CompileOutcome::kOk;
inline constexpr auto kRejected = CompileOutcome::kRejected;
inline constexpr auto kTimedOut = CompileOutcome::kTimedOut;
inline constexpr const char* kOutside = "is outside the submission's folder";
inline constexpr const char* kMissing = "No such file or directory";

inline constexpr Attack kAttacks[] = {
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

}  // namespace bankcheck::compile
