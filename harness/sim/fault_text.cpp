#include "sim/fault_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace bankcheck::sim {
namespace {

/// Beyond this, an address has nothing to do with the buffer below or above it.
constexpr std::uint64_t kNear = 1 << 20;

/// `element 2048 of the buffer in, which has 2048 elements (4 bytes at byte 8192 of 8192)`. For an
/// access that is not at a whole element the bytes alone.
std::string place_outside(const std::string& name, std::int64_t offset, std::uint64_t size_bytes,
                          std::uint32_t width, std::uint32_t element_bytes) {
  const std::int64_t element = element_bytes;
  if (element == 0 || offset % element != 0 || size_bytes % element_bytes != 0) {
    return fmt::format("{} bytes at byte {} of {}, which has {} bytes", width, offset, name,
                       size_bytes);
  }
  const std::int64_t first = offset / element;
  const std::int64_t last = first + std::max<std::int64_t>(width / element_bytes, 1) - 1;
  const std::string elements = first == last ? fmt::format("element {}", first)
                                             : fmt::format("elements {} to {}", first, last);
  const std::uint64_t count = size_bytes / element_bytes;
  return fmt::format("{} of {}, which has {} {} ({} bytes at byte {} of {})", elements, name, count,
                     count == 1 ? "element" : "elements", width, offset, size_bytes);
}

/// The bytes of an element of the buffer behind an allocation; of the access, where there is none.
std::uint32_t element_bytes(const BlockContext& block, const Allocation& allocation,
                            std::uint32_t width) {
  for (const base::Buffer& buffer : block.launch.buffers) {
    if (allocation.name == "the buffer " + buffer.name) {
      return static_cast<std::uint32_t>(base::size_bytes(buffer.type));
    }
  }
  return width;
}

/// The allocation that the address missed by the least; nullptr when none is near.
const Allocation* missed_allocation(AddressSpace& memory, std::uint64_t address) {
  const Allocation* below = memory.nearest(address);
  const Allocation* above = memory.nearest(address + kNear);
  const std::uint64_t past =
      below == nullptr ? kNear
                       : address - below->base - std::min(address - below->base, below->size_bytes);
  const bool has_above = above != nullptr && above->base > address;
  if (has_above && above->base - address < past) return above;
  return past < kNear ? below : nullptr;
}

}  // namespace

std::string place_in_shared(const Kernel& kernel, std::uint32_t address) {
  std::string array = "shared memory";
  for (const SharedVariable& variable : kernel.shared_variables) {
    if (address < variable.offset || address - variable.offset >= variable.size_bytes) continue;
    array = "shared array " + variable.name;
    address -= variable.offset;
    break;
  }
  const bool is_word = address % base::kBankBytes == 0;
  return fmt::format("{} {} of {}", is_word ? "word" : "byte",
                     is_word ? address / base::kBankBytes : address, array);
}

std::string outside_buffers_text(const BlockContext& block, std::uint32_t thread, const char* verb,
                                 std::uint64_t address, std::uint32_t width) {
  const Allocation* missed = missed_allocation(block.memory, address);
  if (missed == nullptr) {
    return fmt::format("{} {} {} bytes at address {:#x}, where no buffer is",
                       block.thread_text(thread), verb, width, address);
  }
  const auto offset = static_cast<std::int64_t>(address - missed->base);
  return fmt::format("{} {} {}", block.thread_text(thread), verb,
                     place_outside(missed->name, offset, missed->size_bytes, width,
                                   element_bytes(block, *missed, width)));
}

std::string outside_shared_text(const BlockContext& block, std::uint32_t thread, const char* verb,
                                std::uint32_t address, std::uint32_t width) {
  const std::string who = block.thread_text(thread);
  if (block.shared_bytes == 0) {
    return fmt::format("{} {} shared memory, but the block has none", who, verb);
  }
  const auto offset = static_cast<std::int32_t>(address);
  const auto& variables = block.kernel.shared_variables;
  // With several arrays nothing says which of them was meant.
  const bool is_one_array =
      variables.size() == 1 && variables[0].offset == 0 &&
      (variables[0].size_bytes == 0 || variables[0].size_bytes == block.shared_bytes);
  if (!is_one_array) {
    return fmt::format(
        "{} {} {}", who, verb,
        place_outside("the block's shared memory", offset, block.shared_bytes, width, width));
  }
  return fmt::format(
      "{} {} {}", who, verb,
      place_outside("shared array " + variables[0].name, offset, block.shared_bytes, width, width));
}

}  // namespace bankcheck::sim
