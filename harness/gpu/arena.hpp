// Memory that the grader and its worker process both see, for the images of launches.
#pragma once

#include <cstddef>
#include <span>

#include "base/file_descriptor.hpp"

namespace bankcheck::gpu {

/// What the system calls the file of an arena.
inline constexpr const char* kArenaName = "bankcheck-images";

/// An anonymous file that can only grow, so that neither side can pull it from under the other.
class Arena {
 public:
  Arena() = default;
  Arena(Arena&& other) noexcept;
  Arena& operator=(Arena&& other) noexcept;
  ~Arena();

  /// A new, empty one; its `descriptor` is closed when the system gives none.
  static Arena create();
  /// The other side's, by its descriptor.
  explicit Arena(base::FileDescriptor file);

  int descriptor() const { return file_.number(); }
  /// Makes the file at least this large. False when there is no memory for it.
  [[nodiscard]] bool grow(std::size_t bytes);
  /// Maps the first `bytes` of the file; earlier spans are void. False when the file is smaller.
  [[nodiscard]] bool map(std::size_t bytes);
  std::span<std::byte> bytes() const { return mapped_; }

 private:
  void unmap();

  base::FileDescriptor file_;
  std::span<std::byte> mapped_;
};

}  // namespace bankcheck::gpu
