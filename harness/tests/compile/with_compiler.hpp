// What the tests that need nvcc share: the compiler, and a folder of sources to hand to it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "compile/compiler.hpp"
#include "sandbox/isolation.hpp"
#include "sandbox/scratch_folder.hpp"

namespace bankcheck::compile {

inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Skips without nvcc.
class WithCompiler : public testing::Test {
 protected:
  void SetUp() override {
    auto found =
        find_toolchain(environment("PATH"), environment("CUDA_HOME"), environment("CUDA_PATH"));
    if (!found) GTEST_SKIP() << "no nvcc on this machine";
    toolchain_ = found.value();
    auto folder = sandbox::ScratchFolder::create();
    ASSERT_TRUE(folder.ok());
    folder_ = std::make_unique<sandbox::ScratchFolder>(std::move(folder).value());
  }

  std::filesystem::path folder() const { return folder_->path(); }

  /// A file of the submission's folder.
  std::string write(const std::string& name, const std::string& text) {
    EXPECT_TRUE(folder_->write(name, text).empty());
    return (folder_->path() / name).string();
  }

  CompiledCode compile_text(const std::string& text, CompileRequest request = {}) {
    request.source_path = write("probe.cu", text);
    return compile(toolchain_, *runner_, request);
  }

  CompiledCode compile_with_rows(const std::string& text) {
    CompileRequest request;
    request.rows_array = "kStrides";
    return compile_text(text, request);
  }

  Toolchain toolchain_;
  std::unique_ptr<sandbox::CommandRunner> runner_ =
      sandbox::make_runner(sandbox::detect_isolation());
  std::unique_ptr<sandbox::ScratchFolder> folder_;
};

}  // namespace bankcheck::compile
