// The device memory of one launch as bytes: its buffers, and guard words on all sides of each.
//
// Theory of operation. A launch's buffers lie in one stretch of memory:
//
//   guard | buffer 0 | guard | buffer 1 | guard | …
//
// The grader writes the whole stretch afresh for every launch (secret inputs, poisoned outputs,
// guard words drawn from a secret of that launch), the worker copies it to the card and back
// unread, and the grader looks at every byte of the guards afterwards. A kernel that writes past a
// buffer is found unless it happens to write the value that was there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/launch.hpp"

namespace bankcheck::gpu {

struct ImageLayout {
  std::size_t total_bytes = 0;
  std::vector<std::size_t> offsets;  ///< of each buffer
};

inline constexpr std::size_t kGuardBytes = 4096;      ///< at least, on each side of each buffer
inline constexpr std::size_t kBufferAlignment = 512;  ///< as cuMemAlloc gives, or better

ImageLayout lay_out(const base::Launch& launch);

/// Fills `image` (of `layout.total_bytes`) with the launch's buffers and with guard words.
void write_image(const ImageLayout& layout, const base::Launch& launch, std::uint64_t secret,
                 std::span<std::byte> image);

/// The buffers of `launch` with what `image` holds.
std::vector<base::Buffer> read_buffers(const ImageLayout& layout, const base::Launch& launch,
                                       std::span<const std::byte> image);

/// The first guard byte that is not as `write_image` left it.
struct GuardDamage {
  std::string buffer;              ///< the nearest
  bool after = true;               ///< past its end; false: before its start
  std::size_t distance_bytes = 0;  ///< in whole words; 0 is the word beside the buffer

  /// "it wrote right past the end of out", "it wrote 64 bytes before the start of in"
  std::string sentence() const;
};
std::optional<GuardDamage> find_guard_damage(const ImageLayout& layout, const base::Launch& launch,
                                             std::uint64_t secret,
                                             std::span<const std::byte> image);

}  // namespace bankcheck::gpu
