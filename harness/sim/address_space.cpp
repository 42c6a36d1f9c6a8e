#include "sim/address_space.hpp"

#include <algorithm>

namespace bankcheck::sim {
namespace {

constexpr std::uint64_t kAllocationAlign = 512;  // as cudaMalloc and more than any vector access
constexpr std::uint64_t kGapBytes = 1 << 20;

}  // namespace

AddressSpace::AddressSpace(std::byte* parameters, std::uint64_t parameter_bytes)
    : allocations_{{"the kernel's parameters", kParameterBlock, parameter_bytes, parameters, false,
                    kUseNone, nullptr}} {}

std::uint64_t AddressSpace::add(std::string name, std::byte* data, std::uint64_t size_bytes,
                                bool writable) {
  const std::uint64_t base = next_;
  allocations_.push_back({std::move(name), base, size_bytes, data, writable, kUseNone, nullptr});
  next_ =
      (base + size_bytes + kGapBytes + kAllocationAlign - 1) / kAllocationAlign * kAllocationAlign;
  return base;
}

Allocation* AddressSpace::nearest(std::uint64_t address) {
  auto after = std::upper_bound(
      allocations_.begin(), allocations_.end(), address,
      [](std::uint64_t wanted, const Allocation& allocation) { return wanted < allocation.base; });
  return after == allocations_.begin() ? nullptr : &*std::prev(after);
}

Allocation* AddressSpace::find(std::uint64_t address, std::uint64_t bytes) {
  Allocation* allocation = nearest(address);
  return allocation != nullptr && allocation->contains(address, bytes) ? allocation : nullptr;
}

}  // namespace bankcheck::sim
