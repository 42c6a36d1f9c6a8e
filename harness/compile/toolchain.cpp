#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/diagnostic.hpp"
#include "compile/compiler.hpp"
#include "sandbox/posix_runner.hpp"

namespace bankcheck::compile {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultCuda = "/usr/local/cuda";
constexpr const char* kHowToGetOne =
    "no CUDA compiler: nvcc is not on PATH, in CUDA_HOME, in CUDA_PATH or in /usr/local/cuda. "
    "Debian and Ubuntu have it as 'sudo apt install nvidia-cuda-toolkit', NVIDIA as cuda-toolkit "
    "(https://developer.nvidia.com/cuda-downloads); Google Colab has it already. A GPU is not "
    "needed.";

std::vector<fs::path> places(const std::string& environment_path, const std::string& cuda_home,
                             const std::string& cuda_path) {
  std::vector<fs::path> folders;
  for (std::size_t start = 0; start < environment_path.size();) {
    const std::size_t end = std::min(environment_path.find(':', start), environment_path.size());
    folders.emplace_back(environment_path.substr(start, end - start));
    start = end + 1;
  }
  for (const std::string& root : {cuda_home, cuda_path, std::string(kDefaultCuda)}) {
    if (!root.empty()) folders.push_back(fs::path(root) / "bin");
  }
  return folders;
}

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

/// The `13.0.88` of `Cuda compilation tools, release 13.0, V13.0.88`; empty when it is not there.
std::string version_in(const std::string& text) {
  const std::size_t release = text.find("release ");
  const std::size_t start = text.find(", V", release);
  if (release == std::string::npos || start == std::string::npos) return {};
  const std::size_t end = text.find_first_not_of("0123456789.", start + 3);
  return text.substr(start + 3, end == std::string::npos ? end : end - start - 3);
}

sandbox::CommandResult ask_version(const fs::path& nvcc) {
  sandbox::Command command;
  command.argv = {nvcc.string(), "--version"};
  command.environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"};
  command.limits.wall_seconds = 20;
  return sandbox::PosixRunner().run(command);
}

}  // namespace

base::Result<Toolchain> find_toolchain(const std::string& environment_path,
                                       const std::string& cuda_home, const std::string& cuda_path) {
  base::Diagnostics errors;
  for (const fs::path& folder : places(environment_path, cuda_home, cuda_path)) {
    const fs::path nvcc = folder / "nvcc";
    if (!folder.is_absolute() || !is_program(nvcc)) continue;
    const sandbox::CommandResult answer = ask_version(nvcc);
    if (const std::string version = version_in(answer.output); !version.empty()) {
      return Toolchain{nvcc.string(), version};
    }
    errors.push_back(base::plain_error(fmt::format("{} does not say its version: {}", nvcc.string(),
                                                   answer.trouble + answer.error_output)));
  }
  if (errors.empty()) errors.push_back(base::plain_error(kHowToGetOne));
  return errors;
}

}  // namespace bankcheck::compile
