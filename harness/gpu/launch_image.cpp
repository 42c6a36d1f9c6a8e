#include "gpu/launch_image.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace bankcheck::gpu {
namespace {

constexpr std::size_t kWordBytes = 4;

std::size_t align_up(std::size_t value, std::size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// Sebastiano Vigna's SplitMix64 step: the 64-bit word number `index` of a secret's stream.
std::uint64_t guard_word(std::uint64_t secret, std::uint64_t index) {
  std::uint64_t z = secret + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

struct Gap {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Calls `visit(offset, wanted)` for the bytes of a gap until it returns false; returns that.
template <class Visitor>
bool for_each_guard_byte(std::uint64_t secret, const Gap& gap, Visitor visit) {
  std::uint64_t word = guard_word(secret, gap.begin / 8);
  for (std::size_t at = gap.begin; at < gap.end; ++at) {
    if (at % 8 == 0) word = guard_word(secret, at / 8);
    if (!visit(at, static_cast<std::byte>(word >> at % 8 * 8))) return false;
  }
  return true;
}

/// The stretches between buffers; gap i lies before buffer i, the last one after all.
std::vector<Gap> gaps(const ImageLayout& layout, const base::Launch& launch) {
  std::vector<Gap> result;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < launch.buffers.size(); ++i) {
    result.push_back({begin, layout.offsets[i]});
    begin = layout.offsets[i] + launch.buffers[i].bytes.size();
  }
  result.push_back({begin, layout.total_bytes});
  return result;
}

/// Which buffer a damaged byte of gap `index` is charged to: the nearer one.
GuardDamage describe(const base::Launch& launch, std::size_t index, const Gap& gap,
                     std::size_t offset) {
  const std::size_t past_end = offset - gap.begin;
  const std::size_t before_start = gap.end - 1 - offset;
  const bool has_left = index > 0;
  const bool has_right = index < launch.buffers.size();
  if (has_left && (!has_right || past_end <= before_start)) {
    return {launch.buffers[index - 1].name, true, past_end / kWordBytes * kWordBytes};
  }
  return {has_right ? launch.buffers[index].name : "memory", false,
          before_start / kWordBytes * kWordBytes};
}

}  // namespace

ImageLayout lay_out(const base::Launch& launch) {
  ImageLayout layout;
  std::size_t end = 0;
  for (const base::Buffer& buffer : launch.buffers) {
    layout.offsets.push_back(align_up(end + kGuardBytes, kBufferAlignment));
    end = layout.offsets.back() + buffer.bytes.size();
  }
  layout.total_bytes = align_up(end + kGuardBytes, kBufferAlignment);
  return layout;
}

void write_image(const ImageLayout& layout, const base::Launch& launch, std::uint64_t secret,
                 std::span<std::byte> image) {
  for (std::size_t i = 0; i < launch.buffers.size(); ++i) {
    const std::vector<std::byte>& bytes = launch.buffers[i].bytes;
    std::copy(bytes.begin(), bytes.end(), image.begin() + static_cast<long>(layout.offsets[i]));
  }
  for (const Gap& gap : gaps(layout, launch)) {
    for_each_guard_byte(secret, gap, [&](std::size_t at, std::byte wanted) {
      image[at] = wanted;
      return true;
    });
  }
}

std::vector<base::Buffer> read_buffers(const ImageLayout& layout, const base::Launch& launch,
                                       std::span<const std::byte> image) {
  std::vector<base::Buffer> buffers;
  for (std::size_t i = 0; i < launch.buffers.size(); ++i) {
    const base::Buffer& shape = launch.buffers[i];
    const auto bytes = image.subspan(layout.offsets[i], shape.bytes.size());
    buffers.push_back({shape.name, shape.type, {bytes.begin(), bytes.end()}});
  }
  return buffers;
}

std::string GuardDamage::sentence() const {
  if (distance_bytes == 0) {
    return fmt::format("it wrote right {} {}", after ? "past the end of" : "before the start of",
                       buffer);
  }
  return fmt::format("it wrote {} bytes {} {}", distance_bytes,
                     after ? "past the end of" : "before the start of", buffer);
}

std::optional<GuardDamage> find_guard_damage(const ImageLayout& layout, const base::Launch& launch,
                                             std::uint64_t secret,
                                             std::span<const std::byte> image) {
  std::optional<GuardDamage> damage;
  std::size_t index = 0;
  for (const Gap& gap : gaps(layout, launch)) {
    for_each_guard_byte(secret, gap, [&](std::size_t at, std::byte wanted) {
      if (image[at] != wanted) damage = describe(launch, index, gap, at);
      return !damage;
    });
    if (damage) break;
    ++index;
  }
  return damage;
}

}  // namespace bankcheck::gpu
