// The hidden subcommands that run kernels on a GPU: a grader's worker (gpu/worker.hpp), and the
// program that a profiler watches (gpu/profiled_run.hpp).
#include <memory>
#include <ostream>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/command_table.hpp"
#include "gpu/profiled_run.hpp"
#include "gpu/worker.hpp"

namespace bankcheck::cli {

Action declare_gpu_worker(CLI::App& command) {
  auto ordinal = std::make_shared<int>(0);
  command.add_option("ordinal", *ordinal)->required();
  return [ordinal](const Session&) {
    return gpu::worker_main(*ordinal, environment("BANKCHECK_GPU_FILTER") != "0");
  };
}

Action declare_gpu_profiled(CLI::App& command) {
  auto ordinal = std::make_shared<int>(0);
  auto path = std::make_shared<std::string>();
  command.add_option("ordinal", *ordinal)->required();
  command.add_option("file", *path)->required();
  return [ordinal, path](const Session& session) {
    std::string trouble;
    const int status = gpu::profiled_main(*ordinal, *path, &trouble);
    if (status != 0) session.err << trouble << "\n";
    return status;
  };
}

}  // namespace bankcheck::cli
