// Every subcommand of the program.
#pragma once

#include <functional>
#include <span>

#include "cli/session.hpp"

namespace CLI {
class App;
}

namespace bankcheck::cli {

/// What a subcommand does once its options are read; returns the exit status.
using Action = std::function<int(const Session&)>;

struct Command {
  const char* name;
  const char* description;
  bool is_hidden = false;
  /// Declares the options on the subcommand's parser; the action sees their values.
  Action (*declare)(CLI::App& command);
};

/// Adding a subcommand is a file with its `declare`, and a row here.
std::span<const Command> command_table();

Action declare_check(CLI::App& command);
Action declare_grade(CLI::App& command);
Action declare_batch(CLI::App& command);
Action declare_batch_task(CLI::App& command);
Action declare_gradebook(CLI::App& command);
Action declare_profile(CLI::App& command);
Action declare_explain(CLI::App& command);
Action declare_init(CLI::App& command);
Action declare_doctor(CLI::App& command);
Action declare_rubric(CLI::App& command);
Action declare_instructions(CLI::App& command);
Action declare_gpu_worker(CLI::App& command);
Action declare_gpu_profiled(CLI::App& command);

}  // namespace bankcheck::cli
