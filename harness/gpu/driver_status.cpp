#include "gpu/driver_status.hpp"

#include <algorithm>
#include <iterator>

namespace bankcheck::gpu {
namespace {

using base::HazardKind;
using base::RowOutcome;

struct StatusRow {
  Status status;
  std::string_view name;
  StatusMeaning meaning;
};

constexpr StatusMeaning crash(HazardKind hazard, std::string_view text) {
  return {RowOutcome::kCrashed, hazard, text};
}
constexpr StatusMeaning trouble(std::string_view text) {
  return {RowOutcome::kMachineTrouble, HazardKind::kTrap, text};
}
constexpr StatusMeaning unsupported(std::string_view text) {
  return {RowOutcome::kUnsupported, HazardKind::kUnsupported, text};
}

constexpr StatusRow kRows[] = {
    {Status::kSuccess, "CUDA_SUCCESS", trouble("no error")},
    {Status::kInvalidValue, "CUDA_ERROR_INVALID_VALUE",
     unsupported("the card does not accept this launch")},
    {Status::kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", trouble("the card is out of memory")},
    {Status::kNotInitialised, "CUDA_ERROR_NOT_INITIALIZED", trouble("the driver did not start")},
    {Status::kDeviceUnavailable, "CUDA_ERROR_DEVICE_UNAVAILABLE",
     trouble("the card is busy or lost")},
    {Status::kNoDevice, "CUDA_ERROR_NO_DEVICE", trouble("the driver sees no card")},
    {Status::kInvalidImage, "CUDA_ERROR_INVALID_IMAGE", trouble("the compiled code is damaged")},
    {Status::kNoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     unsupported("the code was compiled for another card")},
    {Status::kEccUncorrectable, "CUDA_ERROR_ECC_UNCORRECTABLE",
     trouble("the card's memory failed")},
    {Status::kInvalidPtx, "CUDA_ERROR_INVALID_PTX", unsupported("the driver rejects the PTX")},
    {Status::kUnsupportedPtxVersion, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     unsupported("the driver is older than the compiler")},
    {Status::kSymbolNotFound, "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND",
     trouble("the driver lacks a function")},
    {Status::kNotFound, "CUDA_ERROR_NOT_FOUND", trouble("the compiled code has no such kernel")},
    {Status::kNotReady, "CUDA_ERROR_NOT_READY", trouble("the card has not finished")},
    {Status::kIllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS",
     crash(HazardKind::kOutOfBounds, "the kernel accessed memory that is not its own")},
    {Status::kLaunchOutOfResources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     crash(HazardKind::kUnsupported,
           "a block needs more registers or shared memory than the card has")},
    {Status::kLaunchTimeout,
     "CUDA_ERROR_LAUNCH_TIMEOUT",
     {RowOutcome::kTimedOut, HazardKind::kEndlessLoop, "the driver stopped the kernel: too long"}},
    {Status::kAssert, "CUDA_ERROR_ASSERT",
     crash(HazardKind::kAssertion, "an assertion of the kernel failed")},
    {Status::kHardwareStackError, "CUDA_ERROR_HARDWARE_STACK_ERROR",
     crash(HazardKind::kTrap, "the kernel's call stack broke")},
    {Status::kIllegalInstruction, "CUDA_ERROR_ILLEGAL_INSTRUCTION",
     crash(HazardKind::kTrap, "the kernel ran an illegal instruction")},
    {Status::kMisalignedAddress, "CUDA_ERROR_MISALIGNED_ADDRESS",
     crash(HazardKind::kMisaligned, "the kernel accessed a misaligned address")},
    {Status::kInvalidAddressSpace, "CUDA_ERROR_INVALID_ADDRESS_SPACE",
     crash(HazardKind::kOutOfBounds, "the kernel used an address in the wrong state space")},
    {Status::kInvalidPc, "CUDA_ERROR_INVALID_PC",
     crash(HazardKind::kTrap, "the kernel jumped out of its code")},
    {Status::kLaunchFailed, "CUDA_ERROR_LAUNCH_FAILED",
     crash(HazardKind::kTrap,
           "the kernel stopped itself (a trap, or shared memory out of bounds)")},
    {Status::kNotPermitted, "CUDA_ERROR_NOT_PERMITTED", trouble("the driver forbids it")},
    {Status::kNotSupported, "CUDA_ERROR_NOT_SUPPORTED", unsupported("the card cannot do this")},
    {Status::kSystemNotReady, "CUDA_ERROR_SYSTEM_NOT_READY", trouble("the card is not ready")},
    {Status::kUnknown, "CUDA_ERROR_UNKNOWN", trouble("the driver does not say what failed")},
};

const StatusRow* find(Status status) {
  const auto* row = std::find_if(std::begin(kRows), std::end(kRows),
                                 [&](const StatusRow& each) { return each.status == status; });
  return row == std::end(kRows) ? nullptr : row;
}

}  // namespace

std::string status_name(Status status) {
  if (const StatusRow* row = find(status)) return std::string(row->name);
  return "CUDA_ERROR_" + std::to_string(static_cast<int>(status));
}

StatusMeaning meaning(Status status) {
  if (const StatusRow* row = find(status)) return row->meaning;
  return trouble("the driver reports an error that bankcheck does not know");
}

}  // namespace bankcheck::gpu
