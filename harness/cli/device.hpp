// Which device rows run on: what the user asked for, and what this machine has.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "batch/row_device.hpp"
#include "cli/session.hpp"
#include "gpu/counters.hpp"
#include "gpu/worker_process.hpp"

namespace CLI {
class App;
}

namespace bankcheck::cli {

enum class DeviceWish : std::uint8_t {
  kAuto,  ///< a GPU if one works, else the simulator
  kGpu,
  kSimulator,
};

struct DeviceOptions {
  DeviceWish wish = DeviceWish::kAuto;
  bool counters = false;
  unsigned threads = 0;    ///< of the simulator; 0: one for each core
  unsigned verifiers = 0;  ///< threads that work for the card while it is held; 0: as above
  std::string card;        ///< for CUDA_VISIBLE_DEVICES (card_choice.hpp); empty: what CUDA takes
};

/// Cores that this process may use; a cluster gives a task some of its machine's.
unsigned usable_cores();

/// Declares --device and --counters; `options` outlives the command. Takes the command's
/// parse_complete_callback.
void declare_device(CLI::App& command, DeviceOptions& options);

/// Starts a GPU worker already, so that its context opens while a submission is compiled. Fails
/// when a GPU was asked for and none works: ours, and no reason to take the simulator instead.
base::Result<std::unique_ptr<batch::RowDevice>> open_device(const Session& session,
                                                            const DeviceOptions& options);

/// For an exercise without kernels: says that a GPU or its counters were asked for in vain.
void say_that_nothing_runs(const Session& session, const DeviceOptions& options);

/// The options that `--device NAME` and `--counters` would give: "auto", "gpu" or "sim".
DeviceOptions wanted_device(const std::string& name, bool counters);
/// "auto", "gpu" or "sim".
const char* name(DeviceWish wish);

/// Starts this program again as a GPU worker on a card, see DeviceOptions.
gpu::StartWorker gpu_workers(const std::string& card);
/// Nsight Compute, as far as it is on this machine, for that card.
std::optional<gpu::CounterTools> find_counter_tools(const std::string& card);

}  // namespace bankcheck::cli
