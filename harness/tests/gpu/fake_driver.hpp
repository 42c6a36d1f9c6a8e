// A simulated card for tests: kernels are C++ functions, time is a number, faults are asked for.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "gpu/driver.hpp"

namespace bankcheck::gpu {

class FakeDriver;

/// One launch as the fake kernel sees it.
struct FakeLaunch {
  FakeDriver& card;
  base::Dim3 grid;
  base::Dim3 block;
  void** parameters;
  int launch_of_module;  ///< 0 for the first launch since the module was loaded

  template <class T>
  T scalar(std::size_t index) const {
    T value;
    std::memcpy(&value, parameters[index], sizeof value);
    return value;
  }
  /// The memory that pointer parameter `index` names.
  float* floats(std::size_t index) const;
};

struct FakeOutcome {
  double milliseconds = 0.1;
  Status status = Status::kSuccess;
  bool never_ends = false;
};

using FakeKernel = std::function<FakeOutcome(const FakeLaunch&)>;

/// Loads any code; finds the kernels that were given to it by their mangled names.
class FakeDriver : public Driver {
 public:
  struct Kernel {
    std::vector<std::size_t> parameter_bytes;
    FakeKernel run;
  };

  std::map<std::string, Kernel> kernels;
  CardInfo card{"Fake 9000",
                "GPU-00000000-0000-0000-0000-000000000001",
                9,
                0,
                132,
                13000,
                std::uint64_t{8} << 30,
                48 * 1024,
                227 * 1024,
                false};
  FunctionInfo function_info{32, 8192, 0, 1024, 8};
  Status initialise_status = Status::kSuccess;
  Status context_status = Status::kSuccess;
  Status allocate_status = Status::kSuccess;
  bool has_gate = true;
  bool launches_wait_for_gate = false;  ///< as those of code that the host serves do

  std::byte* memory(DevicePointer pointer) {
    for (auto& [start, bytes] : allocations_) {
      if (pointer >= start && pointer < start + bytes.size()) return &bytes[pointer - start];
    }
    return nullptr;
  }

  Status initialise() override { return initialise_status; }
  Status describe(int ordinal, CardInfo* info) override {
    if (ordinal != 0) return Status::kNoDevice;
    *info = card;
    return Status::kSuccess;
  }
  Status open_context(int) override { return context_status; }

  Status load_module(const char* image, ModuleHandle* module) override {
    if (*image == '\0') return Status::kInvalidImage;
    launches_of_module_.push_back(0);
    *module = static_cast<ModuleHandle>(launches_of_module_.size());
    return Status::kSuccess;
  }
  Status unload_module(ModuleHandle) override { return Status::kSuccess; }
  Status find_function(ModuleHandle module, const char* mangled,
                       FunctionHandle* function) override {
    const auto found = kernels.find(mangled);
    if (found == kernels.end()) return Status::kNotFound;
    functions_.push_back({static_cast<std::size_t>(module) - 1, &found->second});
    *function = static_cast<FunctionHandle>(functions_.size());
    return Status::kSuccess;
  }
  Status parameter_bytes(FunctionHandle function, std::size_t index, std::size_t* bytes) override {
    const std::vector<std::size_t>& known = of(function).kernel->parameter_bytes;
    if (index >= known.size()) return Status::kInvalidValue;
    *bytes = known[index];
    return Status::kSuccess;
  }
  Status allow_dynamic_shared(FunctionHandle, std::uint32_t bytes) override {
    return bytes <= static_cast<std::uint32_t>(card.shared_bytes_per_block_opt_in)
               ? Status::kSuccess
               : Status::kInvalidValue;
  }
  Status describe_function(FunctionHandle, int, std::uint32_t, FunctionInfo* info) override {
    *info = function_info;
    return Status::kSuccess;
  }

  Status allocate(std::size_t bytes, DevicePointer* pointer) override {
    if (allocate_status != Status::kSuccess && bytes > 64) return allocate_status;
    *pointer = next_address_;
    next_address_ += (bytes + 0xffff) & ~std::size_t{0xffff};
    allocations_[*pointer].resize(bytes);
    return Status::kSuccess;
  }
  Status release(DevicePointer pointer) override {
    return allocations_.erase(pointer) == 1 ? Status::kSuccess : Status::kInvalidValue;
  }
  Status create_stream(StreamHandle* stream) override {
    *stream = static_cast<StreamHandle>(++handles_);
    return Status::kSuccess;
  }
  Status create_event(EventHandle* event) override {
    *event = static_cast<EventHandle>(++handles_);
    return Status::kSuccess;
  }

  Status copy_up(DevicePointer to, const void* from, std::size_t bytes, StreamHandle) override {
    std::memcpy(memory(to), from, bytes);
    return broken_;
  }
  Status copy_down(void* to, DevicePointer from, std::size_t bytes, StreamHandle) override {
    std::memcpy(to, memory(from), bytes);
    return broken_;
  }
  Status wait_for_value(StreamHandle, DevicePointer address, std::uint32_t value) override {
    if (!has_gate) return Status::kNotSupported;
    gate_ = {address, value};
    return Status::kSuccess;
  }
  Status write_value(StreamHandle, DevicePointer address, std::uint32_t value) override {
    std::memcpy(memory(address), &value, sizeof value);
    return Status::kSuccess;
  }

  Status launch(FunctionHandle function, const base::Dim3& grid, const base::Dim3& block,
                std::uint32_t, StreamHandle, void** parameters) override {
    while (launches_wait_for_gate && !gate_is_open()) pause();
    const Loaded& loaded = of(function);
    int& launches = launches_of_module_[loaded.module];
    const FakeOutcome outcome =
        loaded.kernel->run(FakeLaunch{*this, grid, block, parameters, launches++});
    now_ms_ += outcome.milliseconds;
    if (outcome.status != Status::kSuccess) broken_ = outcome.status;
    never_ends_ = never_ends_ || outcome.never_ends;
    return Status::kSuccess;
  }
  Status record(EventHandle event, StreamHandle) override {
    recorded_ms_[event] = now_ms_;
    return Status::kSuccess;
  }
  Status query(EventHandle) override {
    if (never_ends_ || !gate_is_open()) return Status::kNotReady;
    return broken_;
  }
  Status elapsed_ms(EventHandle start, EventHandle stop, float* milliseconds) override {
    *milliseconds = static_cast<float>(recorded_ms_[stop] - recorded_ms_[start]);
    return Status::kSuccess;
  }

 private:
  struct Loaded {
    std::size_t module;
    const Kernel* kernel;
  };
  const Loaded& of(FunctionHandle function) {
    return functions_.at(static_cast<std::size_t>(function) - 1);
  }
  bool gate_is_open() {
    if (gate_.first == 0) return true;
    std::uint32_t value = 0;
    std::memcpy(&value, memory(gate_.first), sizeof value);
    return value == gate_.second;
  }

  std::map<DevicePointer, std::vector<std::byte>> allocations_;
  DevicePointer next_address_ = 0x700000000000;
  std::uintptr_t handles_ = 0;
  std::vector<int> launches_of_module_;
  std::vector<Loaded> functions_;
  std::map<EventHandle, double> recorded_ms_;
  std::pair<DevicePointer, std::uint32_t> gate_{};
  double now_ms_ = 0;
  Status broken_ = Status::kSuccess;
  bool never_ends_ = false;
};

inline float* FakeLaunch::floats(std::size_t index) const {
  return reinterpret_cast<float*>(card.memory(scalar<DevicePointer>(index)));
}

}  // namespace bankcheck::gpu
