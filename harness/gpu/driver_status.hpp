// What the CUDA driver's error numbers mean for a row: whose fault, and in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/run_record.hpp"

namespace bankcheck::gpu {

/// CUresult by its published numbers, which never change. Values that have no name here are passed
/// through as they are.
enum class Status : std::int32_t {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNotInitialised = 3,
  kDeviceUnavailable = 46,
  kNoDevice = 100,
  kInvalidImage = 200,
  kNoBinaryForGpu = 209,
  kEccUncorrectable = 214,
  kInvalidPtx = 218,
  kUnsupportedPtxVersion = 222,
  kSymbolNotFound = 302,
  kNotFound = 500,
  kNotReady = 600,
  kIllegalAddress = 700,
  kLaunchOutOfResources = 701,
  kLaunchTimeout = 702,
  kAssert = 710,
  kHardwareStackError = 714,
  kIllegalInstruction = 715,
  kMisalignedAddress = 716,
  kInvalidAddressSpace = 717,
  kInvalidPc = 718,
  kLaunchFailed = 719,
  kNotPermitted = 800,
  kNotSupported = 801,
  kSystemNotReady = 802,
  kUnknown = 999,
};

/// `CUDA_ERROR_ILLEGAL_ADDRESS`; `CUDA_ERROR_<number>` for one that the table has not.
std::string status_name(Status status);

/// What a launch that ended with an error says about its row.
struct StatusMeaning {
  base::RowOutcome outcome = base::RowOutcome::kMachineTrouble;
  /// For kCrashed: the kind of the fatal hazard.
  base::HazardKind hazard = base::HazardKind::kTrap;
  std::string_view text;
};

/// Errors that a kernel causes crash its row; everything else is the machine's trouble.
StatusMeaning meaning(Status status);

}  // namespace bankcheck::gpu
