// The hidden subcommand that a grader starts as its worker on a GPU; see gpu/worker.hpp.
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/command_table.hpp"
#include "gpu/worker.hpp"

namespace bankcheck::cli {

Action declare_gpu_worker(CLI::App& command) {
  auto ordinal = std::make_shared<int>(0);
  command.add_option("ordinal", *ordinal)->required();
  return [ordinal](const Session&) { return gpu::worker_main(*ordinal); };
}

}  // namespace bankcheck::cli
