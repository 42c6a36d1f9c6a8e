#include "cli/executors.hpp"

#include <algorithm>
#include <array>

#include "batch/local_executor.hpp"
#include "cli/slurm_setup.hpp"

namespace bankcheck::cli {
namespace {

base::Diagnostics nothing_missing() { return {}; }

base::Result<std::unique_ptr<batch::Executor>> make_local(const ExecutorSetup& setup) {
  return std::unique_ptr<batch::Executor>(
      std::make_unique<batch::LocalExecutor>(setup.worker, setup.paths.log()));
}

constexpr std::array kExecutors = {
    ExecutorKind{"local", true, nothing_missing, make_local},
    ExecutorKind{"slurm", false, missing_slurm, make_slurm},
};

}  // namespace

std::span<const ExecutorKind> executor_table() { return kExecutors; }

const ExecutorKind* find_executor(const std::string& name) {
  const auto found = std::find_if(kExecutors.begin(), kExecutors.end(),
                                  [&](const ExecutorKind& kind) { return kind.name == name; });
  return found == kExecutors.end() ? nullptr : &*found;
}

}  // namespace bankcheck::cli
