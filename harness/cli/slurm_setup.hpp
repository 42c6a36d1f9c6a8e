// A batch's way to Slurm: its options, Slurm's programs, and the limits of a task.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/executors.hpp"

namespace CLI {
class App;
}

namespace bankcheck::cli {

/// The options that go with this executor alone.
constexpr const char* kSlurmGroup = "With --executor slurm";

/// Declares --gpus, --slurm-option, --slurm-tasks and --per-task, in kSlurmGroup.
void declare_slurm(CLI::App& command, SlurmOptions& options);

/// Why Slurm cannot be used from here.
base::Diagnostics missing_slurm();
base::Result<std::unique_ptr<batch::Executor>> make_slurm(const ExecutorSetup& setup);

}  // namespace bankcheck::cli
