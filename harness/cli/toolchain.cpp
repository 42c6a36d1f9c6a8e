#include "cli/toolchain.hpp"

#include <CLI/CLI.hpp>

#include "base/diagnostic.hpp"
#include "cli/session.hpp"

namespace bankcheck::cli {

base::Result<compile::Toolchain> find_toolchain() {
  return compile::find_toolchain(environment("PATH"), environment("CUDA_HOME"),
                                 environment("CUDA_PATH"));
}

Workshop open_workshop() {
  sandbox::IsolationSupport isolation = sandbox::detect_isolation(environment("BANKCHECK_BWRAP"));
  auto runner = sandbox::make_runner(isolation);
  return {find_toolchain(), std::move(isolation), std::move(runner)};
}

void declare_no_sandbox(CLI::App& command, bool& no_sandbox) {
  command.add_flag(
      "--no-sandbox", no_sandbox,
      "Go on where there is no sandbox, so that the compiler sees this machine's files: "
      "for submissions that are trusted, or in a container made for one of them");
}

std::optional<base::Diagnostic> missing_sandbox(const Workshop& workshop, bool no_sandbox) {
  if (no_sandbox || workshop.isolation.isolation == sandbox::Isolation::kBubblewrap) {
    return std::nullopt;
  }
  return base::plain_error("there is no sandbox to compile a stranger's file in: " +
                           workshop.isolation.reason + "; --no-sandbox goes on without");
}

std::string toolchain_text(const compile::Toolchain& toolchain) {
  return "nvcc " + toolchain.version;
}

}  // namespace bankcheck::cli
