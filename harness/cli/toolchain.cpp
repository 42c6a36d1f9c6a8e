#include "cli/toolchain.hpp"

#include "cli/session.hpp"

namespace bankcheck::cli {

base::Result<compile::Toolchain> find_toolchain() {
  return compile::find_toolchain(environment("PATH"), environment("CUDA_HOME"),
                                 environment("CUDA_PATH"));
}

Workshop open_workshop() {
  sandbox::IsolationSupport isolation = sandbox::detect_isolation();
  auto runner = sandbox::make_runner(isolation);
  return {find_toolchain(), std::move(isolation), std::move(runner)};
}

std::string toolchain_text(const compile::Toolchain& toolchain) {
  return "nvcc " + toolchain.version;
}

}  // namespace bankcheck::cli
