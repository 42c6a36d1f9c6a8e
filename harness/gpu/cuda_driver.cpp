// The signatures below are those of CUDA's published driver interface, declared here so that the
// harness builds on a machine without the toolkit. Names with _v2 are what cuda.h maps to.
#include "gpu/cuda_driver.hpp"

#include <iterator>

#include "base/diagnostic.hpp"
#include "gpu/shared_library.hpp"

namespace bankcheck::gpu {
namespace {

using Code = int;  // CUresult
using Opaque = void*;

constexpr const char* kLibraryNames[] = {
    "libcuda.so.1",
    "/usr/local/nvidia/lib64/libcuda.so.1",
    "/usr/lib64-nvidia/libcuda.so.1",
    "/usr/lib/wsl/lib/libcuda.so.1",
};

enum DeviceAttribute {
  kSharedPerBlock = 8,
  kMultiprocessors = 16,
  kComputeMajor = 75,
  kComputeMinor = 76,
  kPageableMemoryAccess = 88,
  kSharedPerBlockOptIn = 97,
};

enum FunctionAttribute {
  kMaxThreadsPerBlock = 0,
  kSharedBytes = 1,
  kLocalBytes = 3,
  kRegisters = 4,
  kMaxDynamicShared = 8,
};

constexpr unsigned kNonBlockingStream = 1;
constexpr unsigned kWaitUntilEqual = 1;

struct EntryPoints {
  Code (*init)(unsigned);
  Code (*driver_version)(int*);
  Code (*device)(int*, int);
  Code (*device_name)(char*, int, int);
  Code (*device_uuid)(unsigned char*, int);
  Code (*device_memory)(std::size_t*, int);
  Code (*device_attribute)(int*, int, int);
  Code (*retain_context)(Opaque*, int);
  Code (*set_context)(Opaque);
  Code (*load_module)(Opaque*, const void*);
  Code (*unload_module)(Opaque);
  Code (*find_function)(Opaque*, Opaque, const char*);
  Code (*parameter_info)(Opaque, std::size_t, std::size_t*, std::size_t*);
  Code (*function_attribute)(int*, int, Opaque);
  Code (*set_function_attribute)(Opaque, int, int);
  Code (*occupancy)(int*, Opaque, int, std::size_t);
  Code (*allocate)(std::uint64_t*, std::size_t);
  Code (*release)(std::uint64_t);
  Code (*create_stream)(Opaque*, unsigned);
  Code (*synchronise_stream)(Opaque);
  Code (*create_event)(Opaque*, unsigned);
  Code (*copy_up)(std::uint64_t, const void*, std::size_t, Opaque);
  Code (*copy_down)(void*, std::uint64_t, std::size_t, Opaque);
  Code (*wait_value)(Opaque, std::uint64_t, std::uint32_t, unsigned);
  Code (*write_value)(Opaque, std::uint64_t, std::uint32_t, unsigned);
  Code (*launch)(Opaque, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                 Opaque, void**, void**);
  Code (*record)(Opaque, Opaque);
  Code (*query)(Opaque);
  Code (*elapsed)(float*, Opaque, Opaque);
};

/// The name of the first entry point that the library lacks; empty when it has all that are needed.
std::string resolve(const SharedLibrary& library, EntryPoints* entry) {
  std::string missing;
  const auto need = [&](const char* name, auto** function) {
    if (!library.find(name, function) && missing.empty()) missing = name;
  };
  need("cuInit", &entry->init);
  need("cuDriverGetVersion", &entry->driver_version);
  need("cuDeviceGet", &entry->device);
  need("cuDeviceGetName", &entry->device_name);
  if (!library.find("cuDeviceGetUuid_v2", &entry->device_uuid)) {
    need("cuDeviceGetUuid", &entry->device_uuid);
  }
  need("cuDeviceTotalMem_v2", &entry->device_memory);
  need("cuDeviceGetAttribute", &entry->device_attribute);
  need("cuDevicePrimaryCtxRetain", &entry->retain_context);
  need("cuCtxSetCurrent", &entry->set_context);
  need("cuModuleLoadData", &entry->load_module);
  need("cuModuleUnload", &entry->unload_module);
  need("cuModuleGetFunction", &entry->find_function);
  need("cuFuncGetAttribute", &entry->function_attribute);
  need("cuFuncSetAttribute", &entry->set_function_attribute);
  need("cuOccupancyMaxActiveBlocksPerMultiprocessor", &entry->occupancy);
  need("cuMemAlloc_v2", &entry->allocate);
  need("cuMemFree_v2", &entry->release);
  need("cuStreamCreate", &entry->create_stream);
  need("cuStreamSynchronize", &entry->synchronise_stream);
  need("cuEventCreate", &entry->create_event);
  need("cuMemcpyHtoDAsync_v2", &entry->copy_up);
  need("cuMemcpyDtoHAsync_v2", &entry->copy_down);
  need("cuLaunchKernel", &entry->launch);
  need("cuEventRecord", &entry->record);
  need("cuEventQuery", &entry->query);
  need("cuEventElapsedTime", &entry->elapsed);
  library.find("cuFuncGetParamInfo", &entry->parameter_info);
  library.find("cuStreamWaitValue32_v2", &entry->wait_value);
  library.find("cuStreamWriteValue32_v2", &entry->write_value);
  return missing;
}

Status status(Code code) { return static_cast<Status>(code); }

template <class Handle>
Opaque opaque(Handle handle) {
  return reinterpret_cast<Opaque>(static_cast<std::uintptr_t>(handle));
}

template <class Handle>
Status created(Code code, Opaque pointer, Handle* handle) {
  *handle = static_cast<Handle>(reinterpret_cast<std::uintptr_t>(pointer));
  return status(code);
}

class CudaDriver : public Driver {
 public:
  CudaDriver(SharedLibrary library, const EntryPoints& entry)
      : library_(std::move(library)), entry_(entry) {}

  Status initialise() override { return status(entry_.init(0)); }

  Status describe(int ordinal, CardInfo* info) override {
    int device = 0;
    char name[256] = {};
    unsigned char uuid[16] = {};
    std::size_t memory = 0;
    Code code = entry_.device(&device, ordinal);
    if (code == 0) code = entry_.driver_version(&info->driver_version);
    if (code == 0) code = entry_.device_name(name, sizeof name, device);
    if (code == 0) code = entry_.device_uuid(uuid, device);
    if (code == 0) code = entry_.device_memory(&memory, device);
    if (code != 0) return status(code);
    info->name = name;
    info->uuid = format_uuid(uuid);
    info->memory_bytes = memory;
    return read_attributes(device, info);
  }

  Status open_context(int ordinal) override {
    int device = 0;
    Opaque context = nullptr;
    Code code = entry_.device(&device, ordinal);
    if (code == 0) code = entry_.retain_context(&context, device);
    if (code == 0) code = entry_.set_context(context);
    return status(code);
  }

  Status load_module(const char* image, ModuleHandle* module) override {
    Opaque pointer = nullptr;
    const Code code = entry_.load_module(&pointer, image);
    return created(code, pointer, module);
  }
  Status unload_module(ModuleHandle module) override {
    return status(entry_.unload_module(opaque(module)));
  }
  Status find_function(ModuleHandle module, const char* mangled,
                       FunctionHandle* function) override {
    Opaque pointer = nullptr;
    const Code code = entry_.find_function(&pointer, opaque(module), mangled);
    return created(code, pointer, function);
  }
  Status parameter_bytes(FunctionHandle function, std::size_t index, std::size_t* bytes) override {
    if (entry_.parameter_info == nullptr) return Status::kNotSupported;
    std::size_t offset = 0;
    return status(entry_.parameter_info(opaque(function), index, &offset, bytes));
  }
  Status allow_dynamic_shared(FunctionHandle function, std::uint32_t bytes) override {
    return status(entry_.set_function_attribute(opaque(function), kMaxDynamicShared,
                                                static_cast<int>(bytes)));
  }

  Status describe_function(FunctionHandle function, int block_threads,
                           std::uint32_t dynamic_shared_bytes, FunctionInfo* info) override {
    const struct {
      FunctionAttribute attribute;
      int* value;
    } wanted[] = {{kRegisters, &info->registers},
                  {kSharedBytes, &info->shared_bytes},
                  {kLocalBytes, &info->local_bytes},
                  {kMaxThreadsPerBlock, &info->max_threads_per_block}};
    for (const auto& [attribute, value] : wanted) {
      const Code code = entry_.function_attribute(value, attribute, opaque(function));
      if (code != 0) return status(code);
    }
    return status(entry_.occupancy(&info->resident_blocks, opaque(function), block_threads,
                                   dynamic_shared_bytes));
  }

  Status allocate(std::size_t bytes, DevicePointer* pointer) override {
    return status(entry_.allocate(pointer, bytes));
  }
  Status release(DevicePointer pointer) override { return status(entry_.release(pointer)); }
  Status create_stream(StreamHandle* stream) override {
    Opaque pointer = nullptr;
    const Code code = entry_.create_stream(&pointer, kNonBlockingStream);
    return created(code, pointer, stream);
  }
  Status create_event(EventHandle* event) override {
    Opaque pointer = nullptr;
    const Code code = entry_.create_event(&pointer, 0);
    return created(code, pointer, event);
  }

  Status copy_up(DevicePointer to, const void* from, std::size_t bytes,
                 StreamHandle stream) override {
    return status(entry_.copy_up(to, from, bytes, opaque(stream)));
  }
  Status copy_down(void* to, DevicePointer from, std::size_t bytes, StreamHandle stream) override {
    const Code code = entry_.copy_down(to, from, bytes, opaque(stream));
    return status(code != 0 ? code : entry_.synchronise_stream(opaque(stream)));
  }
  Status wait_for_value(StreamHandle stream, DevicePointer address, std::uint32_t value) override {
    if (entry_.wait_value == nullptr) return Status::kNotSupported;
    return status(entry_.wait_value(opaque(stream), address, value, kWaitUntilEqual));
  }
  Status write_value(StreamHandle stream, DevicePointer address, std::uint32_t value) override {
    if (entry_.write_value == nullptr) return Status::kNotSupported;
    return status(entry_.write_value(opaque(stream), address, value, 0));
  }

  Status launch(FunctionHandle function, const base::Dim3& grid, const base::Dim3& block,
                std::uint32_t dynamic_shared_bytes, StreamHandle stream,
                void** parameters) override {
    return status(entry_.launch(opaque(function), grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                dynamic_shared_bytes, opaque(stream), parameters, nullptr));
  }
  Status record(EventHandle event, StreamHandle stream) override {
    return status(entry_.record(opaque(event), opaque(stream)));
  }
  Status query(EventHandle event) override { return status(entry_.query(opaque(event))); }
  Status elapsed_ms(EventHandle start, EventHandle stop, float* milliseconds) override {
    return status(entry_.elapsed(milliseconds, opaque(start), opaque(stop)));
  }

 private:
  Status read_attributes(int device, CardInfo* info) {
    int reaches_host = 0;
    const struct {
      DeviceAttribute attribute;
      int* value;
    } wanted[] = {{kComputeMajor, &info->compute_major},
                  {kComputeMinor, &info->compute_minor},
                  {kMultiprocessors, &info->multiprocessors},
                  {kSharedPerBlock, &info->shared_bytes_per_block},
                  {kSharedPerBlockOptIn, &info->shared_bytes_per_block_opt_in},
                  {kPageableMemoryAccess, &reaches_host}};
    for (const auto& [attribute, value] : wanted) {
      const Code code = entry_.device_attribute(value, attribute, device);
      if (code != 0) return status(code);
    }
    info->reaches_host_memory = reaches_host != 0;
    return Status::kSuccess;
  }

  SharedLibrary library_;
  EntryPoints entry_;
};

}  // namespace

base::Result<std::unique_ptr<Driver>> open_cuda_driver() {
  SharedLibrary library(kLibraryNames);
  if (!library.is_open()) return base::plain_error("no NVIDIA driver on this machine");
  EntryPoints entry{};
  const std::string missing = resolve(library, &entry);
  if (!missing.empty()) {
    return base::plain_error("the NVIDIA driver is too old: it has no " + missing);
  }
  return std::unique_ptr<Driver>(std::make_unique<CudaDriver>(std::move(library), entry));
}

}  // namespace bankcheck::gpu
