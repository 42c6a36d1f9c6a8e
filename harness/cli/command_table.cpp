#include "cli/command_table.hpp"

#include <array>

#include "gpu/profiled_run.hpp"
#include "gpu/worker.hpp"

namespace bankcheck::cli {
namespace {

constexpr std::array kCommands = {
    Command{"check", "Check your own submission before you hand it in", false, declare_check},
    Command{"grade", "Grade a submission, hidden rows included", false, declare_grade},
    Command{"batch", "Grade a class: a folder or a platform's download, to a gradebook", false,
            declare_batch},
    Command{"gradebook", "Fill a graded class into a gradebook downloaded from Canvas or Moodle",
            false, declare_gradebook},
    Command{"profile", "Show what each line of a kernel costs in shared memory", false,
            declare_profile},
    Command{"explain", "Show which lanes land in which bank, and what that costs", false,
            declare_explain},
    Command{"init", "Start with a fresh copy of an exercise", false, declare_init},
    Command{"doctor", "Show what this machine has, and prove it", false, declare_doctor},
    Command{"instructions", "List the PTX instructions that the simulator runs", false,
            declare_instructions},
    Command{"rubric", "Load a rubric, check it, and show what it will do", false, declare_rubric},
    Command{"batch-task", "", true, declare_batch_task},
    Command{gpu::kWorkerSubcommand, "", true, declare_gpu_worker},
    Command{gpu::kProfiledSubcommand, "", true, declare_gpu_profiled},
};

}  // namespace

std::span<const Command> command_table() { return kCommands; }

}  // namespace bankcheck::cli
