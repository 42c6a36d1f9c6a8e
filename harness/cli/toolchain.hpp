// The compiler and the sandbox of this machine.
#pragma once

#include <memory>
#include <string>

#include "compile/compiler.hpp"
#include "sandbox/command.hpp"
#include "sandbox/isolation.hpp"

namespace bankcheck::cli {

/// By the environment's PATH, CUDA_HOME and CUDA_PATH; see compile/compiler.hpp.
base::Result<compile::Toolchain> find_toolchain();

/// Compiled with the machine's own sandbox, or within limits only.
struct Workshop {
  base::Result<compile::Toolchain> toolchain;
  sandbox::IsolationSupport isolation;
  std::unique_ptr<sandbox::CommandRunner> runner;
};
Workshop open_workshop();

/// `nvcc 13.0.88`.
std::string toolchain_text(const compile::Toolchain& toolchain);

}  // namespace bankcheck::cli
