#include "cli/device.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <ostream>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <sched.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "batch/gpu_device.hpp"
#include "batch/simulator_device.hpp"
#include "cli/card_choice.hpp"
#include "cli/find_program.hpp"

namespace bankcheck::cli {
namespace {

constexpr const char* kSimulatorText = "ratios are of wavefronts, not of times";

constexpr const char* kNoNcuText =
    "bankcheck: no hardware counters: Nsight Compute (ncu) is not on PATH\n";

/// What the driver's libraries look at; a worker gets nothing else of the environment.
constexpr const char* kDriverVariables[] = {"LD_LIBRARY_PATH", "CUDA_DEVICE_ORDER",
                                            "BANKCHECK_GPU_FILTER"};

/// Where Nsight Compute is when it is not on PATH.
constexpr const char* kNcuFolders[] = {"/usr/local/cuda/bin", "/opt/nvidia/nsight-compute"};

std::string this_program() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).string();
}

std::vector<std::string> driver_environment(const std::string& card) {
  std::vector<std::string> variables;
  for (const char* name : kDriverVariables) {
    const std::string value = environment(name);
    if (!value.empty()) variables.push_back(std::string(name) + "=" + value);
  }
  const auto visible = card.empty() ? visible_cards() : card;
  if (visible) variables.push_back(kVisibleCards + ("=" + *visible));
  return variables;
}

const std::map<std::string, DeviceWish>& wishes() {
  static const std::map<std::string, DeviceWish> kWishes = {
      {"auto", DeviceWish::kAuto}, {"gpu", DeviceWish::kGpu}, {"sim", DeviceWish::kSimulator}};
  return kWishes;
}

std::string find_ncu() {
  std::string folders = environment("PATH");
  for (const char* folder : kNcuFolders) folders += std::string(":") + folder;
  return find_program("ncu", folders);
}

}  // namespace

unsigned usable_cores() {
  cpu_set_t allowed;
  unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    cores = std::min(cores, static_cast<unsigned>(CPU_COUNT(&allowed)));
  }
  const std::string given = environment("SLURM_CPUS_PER_TASK");
  unsigned count = 0;
  std::from_chars(given.data(), given.data() + given.size(), count);
  return std::max(1u, count > 0 ? std::min(cores, count) : cores);
}

void declare_device(CLI::App& command, DeviceOptions& options) {
  command
      .add_option("--device", options.wish,
                  "Where rows run: gpu, sim, or auto (a GPU if one works, else the simulator)")
      ->transform([](const std::string& text) -> std::string {
        const auto wish = wishes().find(text);
        if (wish != wishes().end()) return std::to_string(static_cast<int>(wish->second));
        throw CLI::ValidationError("'" + text + "' is none of auto, gpu and sim");
      })
      ->type_name("auto|gpu|sim");
  command.add_flag("--counters", options.counters,
                   "On a GPU, also read its hardware counters, where the driver permits it");
  command.parse_complete_callback([&options] {
    if (!options.counters || options.wish != DeviceWish::kSimulator) return;
    throw CLI::ValidationError("--counters", "needs a GPU: it does not go with --device sim");
  });
}

void say_that_nothing_runs(const Session& session, const DeviceOptions& options) {
  if (options.wish != DeviceWish::kGpu && !options.counters) return;
  session.err << "bankcheck: this exercise has no kernel: nothing runs on a GPU, and no counters "
                 "are read\n";
}

DeviceOptions wanted_device(const std::string& name, bool counters) {
  DeviceOptions options;
  const auto wish = wishes().find(name);
  if (wish != wishes().end()) options.wish = wish->second;
  options.counters = counters;
  return options;
}

const char* name(DeviceWish wish) {
  return wish == DeviceWish::kAuto ? "auto" : wish == DeviceWish::kGpu ? "gpu" : "sim";
}

gpu::StartWorker gpu_workers(const std::string& card) {
  return [variables = driver_environment(card)] {
    return gpu::start_worker({this_program(), 0, variables});
  };
}

std::optional<gpu::CounterTools> find_counter_tools(const std::string& card) {
  gpu::CounterTools tools;
  tools.ncu = find_ncu();
  if (tools.ncu.empty()) return std::nullopt;
  tools.program = this_program();
  tools.environment = driver_environment(card);
  tools.environment.push_back("PATH=" + environment("PATH"));
  return tools;
}

base::Result<std::unique_ptr<batch::RowDevice>> open_device(const Session& session,
                                                            const DeviceOptions& options) {
  if (options.wish == DeviceWish::kSimulator) {
    return std::unique_ptr<batch::RowDevice>(
        std::make_unique<batch::SimulatorDevice>(kSimulatorText, options.threads));
  }
  batch::GpuSettings settings;
  settings.start = gpu_workers(options.card);
  settings.why = options.wish == DeviceWish::kAuto ? "taken because it works" : "";
  settings.say = [](const std::string& text) { spdlog::warn(text); };
  settings.threads = options.threads;
  settings.verifiers = options.verifiers > 0 ? options.verifiers : usable_cores();
  if (options.counters) settings.counters = find_counter_tools(options.card);
  const bool lacks_ncu = options.counters && !settings.counters;
  auto device = std::make_unique<batch::GpuDevice>(std::move(settings));
  const auto& card = device->card();
  if (card) {
    if (lacks_ncu) session.err << kNoNcuText;
    return std::unique_ptr<batch::RowDevice>(std::move(device));
  }
  if (options.wish == DeviceWish::kGpu) return card.errors();
  const std::string why = card.errors().front().text + ", so " + kSimulatorText;
  return std::unique_ptr<batch::RowDevice>(
      std::make_unique<batch::SimulatorDevice>(why, options.threads));
}

}  // namespace bankcheck::cli
