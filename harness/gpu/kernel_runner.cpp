#include "gpu/kernel_runner.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "gpu/channel.hpp"

namespace bankcheck::gpu {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kSharedWithoutAsking = 48 * 1024;
constexpr std::size_t kStrideAlignment = 4096;
/// Functions that the driver serves through buffers of its own: launching code that calls them
/// waits for the card, which would wait for the gate.
constexpr std::string_view kServedByHost[] = {"vprintf", "__assertfail", "malloc", "free"};
/// A wait spins this long before it sleeps between two looks.
constexpr auto kSpin = 5ms;
constexpr auto kNap = 100us;

bool needs_host(std::string_view code) {
  return std::any_of(std::begin(kServedByHost), std::end(kServedByHost),
                     [&](std::string_view name) { return code.find(name) != code.npos; });
}

}  // namespace

KernelRunner::KernelRunner(Driver& driver, std::function<bool()> is_abandoned)
    : driver_(driver), is_abandoned_(std::move(is_abandoned)) {
  BANKCHECK_DRIVER_CALL(driver_.create_stream(&stream_));
  BANKCHECK_DRIVER_CALL(driver_.create_stream(&gate_stream_));
  BANKCHECK_DRIVER_CALL(driver_.create_event(&start_));
  BANKCHECK_DRIVER_CALL(driver_.create_event(&stop_));
  BANKCHECK_DRIVER_CALL(driver_.allocate(sizeof gate_value_, &gate_word_));
  BANKCHECK_DRIVER_CALL(driver_.copy_up(gate_word_, &gate_value_, sizeof gate_value_, stream_));
}

void KernelRunner::begin_job(std::size_t image_bytes, std::uint32_t launches_limit) {
  rows_.clear();
  may_gate_ = true;
  image_stride_ = (image_bytes + kStrideAlignment - 1) / kStrideAlignment * kStrideAlignment;
  if (images_ != 0) BANKCHECK_DRIVER_CALL(driver_.release(images_));
  images_ = 0;
  BANKCHECK_DRIVER_CALL(driver_.allocate(image_stride_ * launches_limit, &images_));
}

LoadedMessage KernelRunner::load(const WireRow& row) {
  LoadedMessage message;
  message.row = static_cast<std::uint32_t>(rows_.size());
  LoadedRow& loaded = rows_.emplace_back();
  loaded.row = row;
  // One such module is enough: the driver then treats every launch of the context that way.
  may_gate_ = may_gate_ && !needs_host(row.code);
  loaded.row.code.clear();
  try {
    load_function(row, &loaded, &message.function);
    message.text = parameter_trouble(row, loaded.function);
    if (!message.text.empty()) message.status = Status::kInvalidValue;
  } catch (const DriverError& error) {
    message.status = error.status();
    message.text = error.what();
  }
  loaded.usable = message.status == Status::kSuccess;
  return message;
}

void KernelRunner::load_function(const WireRow& row, LoadedRow* loaded, FunctionInfo* info) {
  ModuleHandle module{};
  BANKCHECK_DRIVER_CALL(driver_.load_module(row.code.c_str(), &module));
  BANKCHECK_DRIVER_CALL(driver_.find_function(module, row.entry.c_str(), &loaded->function));
  if (row.dynamic_shared_bytes > kSharedWithoutAsking) {
    BANKCHECK_DRIVER_CALL(driver_.allow_dynamic_shared(loaded->function, row.dynamic_shared_bytes));
  }
  BANKCHECK_DRIVER_CALL(driver_.describe_function(
      loaded->function, static_cast<int>(row.block.count()), row.dynamic_shared_bytes, info));
}

/// A launch reads as many argument pointers as the kernel has parameters, so they are counted
/// first.
std::string KernelRunner::parameter_trouble(const WireRow& row, FunctionHandle function) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < row.arguments.size(); ++i) {
    const Status status = driver_.parameter_bytes(function, i, &bytes);
    if (status == Status::kNotSupported) return {};
    if (status != Status::kSuccess) {
      return fmt::format("the kernel has {} parameters, {} are given", i, row.arguments.size());
    }
    const WireArgument& argument = row.arguments[i];
    const std::size_t given = argument.is_buffer ? sizeof(DevicePointer) : argument.bytes.size();
    if (bytes != given) {
      return fmt::format("parameter {} of the kernel has {} bytes, {} are given", i + 1, bytes,
                         given);
    }
  }
  if (driver_.parameter_bytes(function, row.arguments.size(), &bytes) == Status::kSuccess) {
    return fmt::format("the kernel has more than the {} parameters that are given",
                       row.arguments.size());
  }
  return {};
}

DoneMessage KernelRunner::run(const RunMessage& message, std::span<std::byte> images) {
  DoneMessage done;
  const LoadedRow& row = rows_.at(message.row);
  const std::size_t image_bytes = row.row.image_bytes;
  if (!row.usable || images.size() < message.launches * image_bytes) {
    return {Status::kInvalidValue, false, 0, "the row cannot be run"};
  }
  try {
    for (std::size_t i = 0; i < message.launches; ++i) {
      BANKCHECK_DRIVER_CALL(driver_.copy_up(images_ + i * image_stride_,
                                            images.data() + i * image_bytes, image_bytes, stream_));
    }
    start(row, message.launches, message.gate);
    const Status status = wait_for_stop(message.limit_ms);
    done.timed_out = status == Status::kNotReady;
    require_success(status, "the kernel");
    BANKCHECK_DRIVER_CALL(driver_.elapsed_ms(start_, stop_, &done.milliseconds));
    for (std::size_t i = 0; i < message.launches; ++i) {
      BANKCHECK_DRIVER_CALL(driver_.copy_down(images.data() + i * image_bytes,
                                              images_ + i * image_stride_, image_bytes, stream_));
    }
  } catch (const DriverError& error) {
    done.status = error.status();
    done.text = error.what();
  }
  return done;
}

void KernelRunner::start(const LoadedRow& row, std::size_t launches, bool gate) {
  ++gate_value_;
  const bool gated = gate && may_gate_ &&
                     driver_.wait_for_value(stream_, gate_word_, gate_value_) == Status::kSuccess;
  BANKCHECK_DRIVER_CALL(driver_.record(start_, stream_));
  for (std::size_t i = 0; i < launches; ++i) launch(row, images_ + i * image_stride_);
  BANKCHECK_DRIVER_CALL(driver_.record(stop_, stream_));
  if (gated) {
    BANKCHECK_DRIVER_CALL(driver_.write_value(gate_stream_, gate_word_, gate_value_));
  }
}

void KernelRunner::launch(const LoadedRow& row, DevicePointer image) {
  std::vector<DevicePointer> addresses(row.row.arguments.size());
  std::vector<void*> parameters(row.row.arguments.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const WireArgument& argument = row.row.arguments[i];
    addresses[i] = image + argument.offset;
    parameters[i] = argument.is_buffer ? static_cast<void*>(&addresses[i])
                                       : const_cast<char*>(argument.bytes.data());
  }
  BANKCHECK_DRIVER_CALL(driver_.launch(row.function, row.row.grid, row.row.block,
                                       row.row.dynamic_shared_bytes, stream_, parameters.data()));
}

/// kNotReady when the limit has passed or nobody waits for the result any more.
Status KernelRunner::wait_for_stop(std::uint32_t limit_ms) {
  const Clock::time_point begin = Clock::now();
  for (;;) {
    const Status status = driver_.query(stop_);
    if (status != Status::kNotReady) return status;
    const auto waited = Clock::now() - begin;
    if (waited > std::chrono::milliseconds(limit_ms)) return status;
    if (waited < kSpin) continue;
    if (is_abandoned_()) return status;
    std::this_thread::sleep_for(kNap);
  }
}

}  // namespace bankcheck::gpu
