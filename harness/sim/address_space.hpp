// The addresses that a kernel sees, and the bytes behind them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bankcheck::sim {

// Generic addresses fall into windows. Global memory (buffers, module variables, constants, kernel
// parameters) lies in allocations with gaps between them, so that no access past the end of one can
// land in another; shared and local memory have a window each.
inline constexpr std::uint64_t kGlobalWindow = 0x0000'7000'0000'0000u;
inline constexpr std::uint64_t kLocalWindow = 0x0000'7d00'0000'0000u;
inline constexpr std::uint64_t kSharedWindow = 0x0000'7e00'0000'0000u;
inline constexpr std::uint64_t kFunctionWindow = 0x0000'7f00'0000'0000u;
inline constexpr std::uint64_t kWindowBytes = 0x0000'0100'0000'0000u;

/// The address of function number `index` of a kernel, as a pointer to it holds.
constexpr std::uint64_t function_address(std::int32_t index) {
  return kFunctionWindow + 16 * (static_cast<std::uint64_t>(index) + 1);
}

/// How a launch has used an allocation.
enum Use : std::uint8_t { kUseNone = 0, kUseRead = 1, kUseWritten = 2, kUseBoth = 3 };

struct Allocation {
  std::string name;  ///< of the buffer or variable, for messages
  std::uint64_t base = 0;
  std::uint64_t size_bytes = 0;
  std::byte* data = nullptr;
  bool writable = true;
  std::uint8_t uses = kUseNone;  ///< a set of Use
  /// Not null where blocks run beside others: a byte for each byte of the allocation, not zero
  /// where it was written. Then `data` is a copy.
  std::uint8_t* written = nullptr;

  bool contains(std::uint64_t address, std::uint64_t bytes) const {
    return address >= base && address - base <= size_bytes &&
           bytes <= size_bytes - (address - base);
  }
};

/// The kernel's parameters always lie here.
inline constexpr std::uint64_t kParameterBlock = kGlobalWindow + 0x10000;

class AddressSpace {
 public:
  AddressSpace(std::byte* parameters, std::uint64_t parameter_bytes);

  /// Adds `data[0..size)` behind the allocations made so far. The caller keeps the bytes alive.
  std::uint64_t add(std::string name, std::byte* data, std::uint64_t size_bytes, bool writable);

  /// The allocation that holds all of [address, address + bytes), or null.
  Allocation* find(std::uint64_t address, std::uint64_t bytes);
  /// The allocation that `address` most likely was meant for: the last one that starts at or below
  /// it.
  Allocation* nearest(std::uint64_t address);
  std::vector<Allocation>& allocations() { return allocations_; }

 private:
  std::vector<Allocation> allocations_;  // by base
  std::uint64_t next_ = kGlobalWindow + 0x200000;
};

}  // namespace bankcheck::sim
