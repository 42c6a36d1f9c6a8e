// The signatures below are those of NVML's published interface, declared here so that the harness
// builds on a machine without the toolkit.
#include "gpu/card_monitor.hpp"

#include <algorithm>

#include "base/diagnostic.hpp"
#include "gpu/shared_library.hpp"

namespace bankcheck::gpu {
namespace {

constexpr const char* kLibraryNames[] = {
    "libnvidia-ml.so.1",
    "/usr/local/nvidia/lib64/libnvidia-ml.so.1",
    "/usr/lib64-nvidia/libnvidia-ml.so.1",
    "/usr/lib/wsl/lib/libnvidia-ml.so.1",
};

using Code = int;  // nvmlReturn_t
using Device = void*;

constexpr unsigned kSmClock = 1;
constexpr unsigned kGpuTemperature = 0;
constexpr std::size_t kTextLength = 96;
constexpr unsigned kProcessLimit = 64;

/// nvmlProcessInfo_t as of nvmlDeviceGetComputeRunningProcesses_v3.
struct ProcessInfo {
  unsigned process;
  unsigned long long memory_bytes;
  unsigned gpu_instance;
  unsigned compute_instance;
};

constexpr unsigned long long kUnknownMemory = ~0ull;

struct EntryPoints {
  Code (*init)();
  Code (*shutdown)();
  Code (*device_by_uuid)(const char*, Device*);
  Code (*device_count)(unsigned*);
  Code (*device_by_index)(unsigned, Device*);
  Code (*device_uuid)(Device, char*, unsigned);
  Code (*device_name)(Device, char*, unsigned);
  Code (*driver_version)(char*, unsigned);
  Code (*clock)(Device, unsigned, unsigned*);
  Code (*clock_limit)(Device, unsigned, unsigned*);
  Code (*temperature)(Device, unsigned, unsigned*);
  Code (*clock_reasons)(Device, unsigned long long*);
  Code (*processes)(Device, unsigned*, ProcessInfo*);
};

bool resolve(const SharedLibrary& library, EntryPoints* entry) {
  const bool has_what_is_needed = library.find("nvmlInit_v2", &entry->init) &&
                                  library.find("nvmlShutdown", &entry->shutdown) &&
                                  library.find("nvmlDeviceGetHandleByUUID", &entry->device_by_uuid);
  library.find("nvmlDeviceGetCount_v2", &entry->device_count);
  library.find("nvmlDeviceGetHandleByIndex_v2", &entry->device_by_index);
  library.find("nvmlDeviceGetUUID", &entry->device_uuid);
  library.find("nvmlDeviceGetName", &entry->device_name);
  library.find("nvmlSystemGetDriverVersion", &entry->driver_version);
  library.find("nvmlDeviceGetClockInfo", &entry->clock);
  library.find("nvmlDeviceGetMaxClockInfo", &entry->clock_limit);
  library.find("nvmlDeviceGetTemperature", &entry->temperature);
  library.find("nvmlDeviceGetComputeRunningProcesses_v3", &entry->processes);
  // Renamed in NVML 12.2; both names do the same.
  if (!library.find("nvmlDeviceGetCurrentClocksEventReasons", &entry->clock_reasons)) {
    library.find("nvmlDeviceGetCurrentClocksThrottleReasons", &entry->clock_reasons);
  }
  return has_what_is_needed;
}

/// The library, started while this lives.
class Nvml {
 public:
  Nvml() : library_(kLibraryNames) {
    if (!library_.is_open()) {
      trouble_ = "no NVML on this machine (" + library_.trouble() + ")";
    } else if (!resolve(library_, &entry_)) {
      trouble_ = "the machine's NVML is too old";
    } else if (const Code code = entry_.init(); code != 0) {
      trouble_ = "NVML does not start: error " + std::to_string(code);
    }
  }
  ~Nvml() {
    if (trouble_.empty()) entry_.shutdown();
  }
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  /// Why nothing can be asked; empty when all is well.
  const std::string& trouble() const { return trouble_; }
  const EntryPoints& entry() const { return entry_; }

 private:
  SharedLibrary library_;
  EntryPoints entry_{};
  std::string trouble_;
};

/// A number that a function of NVML gives for (device, kind); absent when it cannot.
std::optional<unsigned> read(Code (*function)(Device, unsigned, unsigned*), Device device,
                             unsigned kind) {
  unsigned value = 0;
  if (function == nullptr || function(device, kind, &value) != 0) return std::nullopt;
  return value;
}

std::vector<CardProcess> read_processes(const EntryPoints& entry, Device device) {
  ProcessInfo found[kProcessLimit] = {};
  unsigned count = kProcessLimit;
  if (entry.processes == nullptr || entry.processes(device, &count, found) != 0) return {};
  std::vector<CardProcess> processes;
  for (unsigned i = 0; i < std::min(count, kProcessLimit); ++i) {
    const bool is_known = found[i].memory_bytes != kUnknownMemory;
    processes.push_back({found[i].process, is_known ? found[i].memory_bytes : 0});
  }
  return processes;
}

CardState read_state(const EntryPoints& entry, Device device) {
  CardState state;
  char version[kTextLength] = {};
  if (entry.driver_version != nullptr && entry.driver_version(version, sizeof version) == 0) {
    state.driver_version = version;
  }
  state.sm_clock_mhz = read(entry.clock, device, kSmClock);
  state.sm_clock_limit_mhz = read(entry.clock_limit, device, kSmClock);
  state.temperature_c = read(entry.temperature, device, kGpuTemperature);
  unsigned long long mask = 0;
  if (entry.clock_reasons != nullptr && entry.clock_reasons(device, &mask) == 0) {
    state.throttle_reasons = throttle_reasons(mask);
  }
  state.processes = read_processes(entry, device);
  return state;
}

}  // namespace

std::vector<std::string> throttle_reasons(std::uint64_t mask) {
  constexpr struct {
    std::uint64_t bit;
    const char* words;
  } kReasons[] = {
      {0x2, "application clocks are set"}, {0x4, "power limit"},
      {0x8, "hardware slowdown"},          {0x10, "synchronised with another card"},
      {0x20, "temperature (software)"},    {0x40, "temperature (hardware)"},
      {0x80, "external power brake"},      {0x100, "display clocks are set"},
  };
  std::vector<std::string> reasons;
  for (const auto& [bit, words] : kReasons) {
    if ((mask & bit) != 0) reasons.emplace_back(words);
  }
  return reasons;
}

std::vector<ListedCard> list_cards() {
  const Nvml nvml;
  const EntryPoints& entry = nvml.entry();
  unsigned count = 0;
  if (!nvml.trouble().empty() || entry.device_by_index == nullptr || entry.device_uuid == nullptr ||
      entry.device_name == nullptr || entry.device_count == nullptr ||
      entry.device_count(&count) != 0) {
    return {};
  }
  std::vector<ListedCard> cards;
  for (unsigned index = 0; index < count; ++index) {
    Device device = nullptr;
    char uuid[kTextLength] = {};
    char name[kTextLength] = {};
    if (entry.device_by_index(index, &device) != 0 ||
        entry.device_uuid(device, uuid, sizeof uuid) != 0 ||
        entry.device_name(device, name, sizeof name) != 0) {
      return {};
    }
    cards.push_back({uuid, name});
  }
  return cards;
}

base::Result<CardState> read_card_state(const std::string& uuid) {
  const Nvml nvml;
  if (!nvml.trouble().empty()) return base::plain_error(nvml.trouble());
  Device device = nullptr;
  const Code code = nvml.entry().device_by_uuid(uuid.c_str(), &device);
  if (code != 0) {
    return base::plain_error("NVML does not know " + uuid + ": error " + std::to_string(code));
  }
  return read_state(nvml.entry(), device);
}

}  // namespace bankcheck::gpu
