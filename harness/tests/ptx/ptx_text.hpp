// Short PTX texts for tests: a kernel around a few statements, and what became of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "ptx/parser.hpp"
#include "ptx/printer.hpp"

namespace bankcheck::ptx {

/// A module with registers of every kind, some variables, and a kernel whose body is `statements`,
/// which begin at line 17.
inline std::string in_kernel(std::string_view statements) {
  return R"(.version 9.0
.target sm_90
.address_size 64
.global .align 4 .b8 table[64];
.shared .align 16 .b8 tile[512];
.const .align 4 .u32 limit = 7;
.func (.param .b32 r) twice (.param .b32 x) { ret; }
.visible .entry probe(.param .u64 out)
{
.reg .pred %p<9>;
.reg .b16 %h<9>;
.reg .b32 %r<40>;
.reg .f32 %f<9>;
.reg .b64 %d<9>;
.reg .f64 %fd<9>;
.reg .b128 %q<3>;
)" + std::string(statements) +
         R"(
ret;
}
.file 1 "/home/student/probe.cu"
.file 2 "/usr/local/include/pipeline.h"
)";
}

/// `line:column: text` of each error; those of instructions outside the table follow.
inline std::vector<std::string> errors_of(std::string_view text) {
  const auto result = parse(text, "probe.ptx");
  std::vector<std::string> errors;
  const auto add = [&](const base::Diagnostics& diagnostics) {
    for (const base::Diagnostic& one : diagnostics) {
      errors.push_back(std::to_string(one.line) + ":" + std::to_string(one.column) + ": " +
                       one.text);
    }
  };
  if (!result.ok()) {
    add(result.errors());
  } else {
    for (const Function& function : result.value().functions) add(function.unsupported);
  }
  return errors;
}

/// The first of them for `statements` in a kernel; empty when there is none.
inline std::string error_of(std::string_view statements) {
  const auto errors = errors_of(in_kernel(statements));
  return errors.empty() ? "" : errors.front();
}

/// The module of a text that must be good.
inline Module module_of(std::string_view text) {
  auto result = parse(text, "probe.ptx");
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : errors_of(text).front());
  return result.ok() ? std::move(result).value() : Module{};
}

/// The kernel of `in_kernel(statements)`, without the `ret` at its end.
inline Function kernel_of(std::string_view statements) {
  const Module module = module_of(in_kernel(statements));
  for (const Function& function : module.functions) {
    if (function.name != "probe") continue;
    Function kernel = function;
    kernel.instructions.pop_back();
    return kernel;
  }
  return {};
}

/// Its instructions, printed.
inline std::vector<std::string> printed(std::string_view statements) {
  const Function kernel = kernel_of(statements);
  std::vector<std::string> lines;
  for (const Instruction& instruction : kernel.instructions) {
    lines.push_back(print(instruction, kernel));
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace bankcheck::ptx
