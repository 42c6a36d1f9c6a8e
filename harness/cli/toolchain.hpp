// The compiler and the sandbox of this machine.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "compile/compiler.hpp"
#include "sandbox/command.hpp"
#include "sandbox/isolation.hpp"

namespace CLI {
class App;
}

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

/// Declares --no-sandbox.
void declare_no_sandbox(CLI::App& command, bool& no_sandbox);
/// Why the submissions of strangers are not to be compiled here: there is no sandbox, and the user
/// has not said that they will do without.
std::optional<base::Diagnostic> missing_sandbox(const Workshop& workshop, bool no_sandbox);

/// `nvcc 13.0.88`.
std::string toolchain_text(const compile::Toolchain& toolchain);

}  // namespace bankcheck::cli
