// The few calls of the CUDA driver that running and timing kernels needs, as an interface.
//
// The real one (cuda_driver.hpp) opens libcuda.so.1 at run time; the tests have a simulated card
// (tests/gpu/fake_driver.hpp). Every call but the constructor returns the driver's status; wrap it
// in BANKCHECK_DRIVER_CALL, which throws DriverError with the text of the call. Nothing but a
// worker process calls these, and DriverError never leaves worker.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/launch.hpp"
#include "gpu/card_info.hpp"
#include "gpu/driver_status.hpp"

namespace bankcheck::gpu {

using DevicePointer = std::uint64_t;
enum class ModuleHandle : std::uintptr_t {};
enum class FunctionHandle : std::uintptr_t {};
enum class StreamHandle : std::uintptr_t {};
enum class EventHandle : std::uintptr_t {};

/// What the compiler made of a kernel, and how many of its blocks fit on a multiprocessor.
struct FunctionInfo {
  int registers = 0;
  int shared_bytes = 0;  ///< static
  int local_bytes = 0;   ///< per thread: spills and stack
  int max_threads_per_block = 0;
  int resident_blocks = 0;
};

class Driver {
 public:
  virtual ~Driver() = default;

  virtual Status initialise() = 0;
  virtual Status describe(int ordinal, CardInfo* info) = 0;
  /// Makes the card's primary context current on this thread.
  virtual Status open_context(int ordinal) = 0;

  /// `image`: a cubin, or PTX ended by a NUL, which the driver compiles.
  virtual Status load_module(const char* image, ModuleHandle* module) = 0;
  virtual Status unload_module(ModuleHandle module) = 0;
  virtual Status find_function(ModuleHandle module, const char* mangled,
                               FunctionHandle* function) = 0;
  /// kInvalidValue when the kernel has no parameter `index`; kNotSupported by drivers before 12.4.
  virtual Status parameter_bytes(FunctionHandle function, std::size_t index,
                                 std::size_t* bytes) = 0;
  /// Wanted before a launch with more than 48 KiB of shared memory.
  virtual Status allow_dynamic_shared(FunctionHandle function, std::uint32_t bytes) = 0;
  virtual Status describe_function(FunctionHandle function, int block_threads,
                                   std::uint32_t dynamic_shared_bytes, FunctionInfo* info) = 0;

  virtual Status allocate(std::size_t bytes, DevicePointer* pointer) = 0;
  virtual Status release(DevicePointer pointer) = 0;
  virtual Status create_stream(StreamHandle* stream) = 0;
  virtual Status create_event(EventHandle* event) = 0;

  /// Copies are in the stream's order; `copy_down` returns when the bytes are there.
  virtual Status copy_up(DevicePointer to, const void* from, std::size_t bytes,
                         StreamHandle stream) = 0;
  virtual Status copy_down(void* to, DevicePointer from, std::size_t bytes,
                           StreamHandle stream) = 0;
  /// The stream stops until the word at `address` equals `value`. kNotSupported by some cards.
  virtual Status wait_for_value(StreamHandle stream, DevicePointer address,
                                std::uint32_t value) = 0;
  virtual Status write_value(StreamHandle stream, DevicePointer address, std::uint32_t value) = 0;

  virtual Status launch(FunctionHandle function, const base::Dim3& grid, const base::Dim3& block,
                        std::uint32_t dynamic_shared_bytes, StreamHandle stream,
                        void** parameters) = 0;
  virtual Status record(EventHandle event, StreamHandle stream) = 0;
  /// kNotReady while work before the event is under way; the error of a kernel that failed.
  virtual Status query(EventHandle event) = 0;
  virtual Status elapsed_ms(EventHandle start, EventHandle stop, float* milliseconds) = 0;
};

class DriverError : public std::runtime_error {
 public:
  DriverError(Status status, const std::string& call)
      : std::runtime_error(call + " gave " + status_name(status)), status_(status) {}
  Status status() const { return status_; }

 private:
  Status status_;
};

inline void require_success(Status status, const char* call) {
  if (status != Status::kSuccess) throw DriverError(status, call);
}

}  // namespace bankcheck::gpu

#define BANKCHECK_DRIVER_CALL(call) ::bankcheck::gpu::require_success((call), #call)
