// Runs the built program from the source folder and keeps what it said.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/compiler.hpp"

namespace bankcheck::cli {

struct ProgramResult {
  int exit_status = -1;  ///< 128 + the signal when one ended it
  std::string out;
  std::string err;
};

inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// `arguments` as a shell reads them, run in the source folder. `environment` is NAME=value, more
/// of them apart by blanks, added to this process's own.
inline ProgramResult run_program(const std::string& arguments,
                                 const std::string& environment = "") {
  const std::string base = testing::TempDir() + "bankcheck_program_" + std::to_string(getpid());
  const std::string command = "cd " BANKCHECK_SOURCE_DIR " && " + environment +
                              " " BANKCHECK_PROGRAM " " + arguments + " > " + base + ".out 2> " +
                              base + ".err < /dev/null";
  const int status = std::system(command.c_str());
  ProgramResult result;
  result.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = file_text(base + ".out");
  result.err = file_text(base + ".err");
  std::remove((base + ".out").c_str());
  std::remove((base + ".err").c_str());
  return result;
}

inline bool has_nvcc() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  return compile::find_toolchain(variable("PATH"), variable("CUDA_HOME"), variable("CUDA_PATH"))
      .ok();
}

}  // namespace bankcheck::cli
