// Loads the rows of a job on the card and runs samples of them: the worker's use of the driver.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "gpu/driver.hpp"
#include "gpu/messages.hpp"

namespace bankcheck::gpu {

/// Needs an open context. Calls that fail throw DriverError.
class KernelRunner {
 public:
  /// `is_abandoned`: asked while a kernel runs; true ends the wait as a time-out does.
  KernelRunner(Driver& driver, std::function<bool()> is_abandoned);

  /// Forgets earlier rows and makes room on the card for `launches_limit` images of `image_bytes`.
  void begin_job(std::size_t image_bytes, std::uint32_t launches_limit);
  /// Loads a module of its own for the row. A row that the card refuses can be run by nobody, but
  /// keeps its number.
  LoadedMessage load(const WireRow& row);
  /// Runs one sample of a loaded row. `images` holds the launches' images, one after the other;
  /// they are replaced by what the launches left, unless the sample failed.
  DoneMessage run(const RunMessage& message, std::span<std::byte> images);

 private:
  struct LoadedRow {
    WireRow row;
    FunctionHandle function{};
    bool usable = false;
  };

  void start(const LoadedRow& row, std::size_t launches, bool gate);
  void launch(const LoadedRow& row, DevicePointer image);
  Status wait_for_stop(std::uint32_t limit_ms);
  std::string parameter_trouble(const WireRow& row, FunctionHandle function);
  void load_function(const WireRow& row, LoadedRow* loaded, FunctionInfo* info);

  Driver& driver_;
  std::function<bool()> is_abandoned_;
  StreamHandle stream_{};
  StreamHandle gate_stream_{};
  EventHandle start_{};
  EventHandle stop_{};
  DevicePointer gate_word_ = 0;
  std::uint32_t gate_value_ = 0;
  bool may_gate_ = true;  ///< false once a module needs the host while it runs
  DevicePointer images_ = 0;
  std::size_t image_stride_ = 0;
  std::vector<LoadedRow> rows_;
};

}  // namespace bankcheck::gpu
