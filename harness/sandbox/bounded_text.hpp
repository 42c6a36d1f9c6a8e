// The head and the tail of an output of any length, in bounded memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bankcheck::sandbox {

class BoundedText {
 public:
  /// Keeps `limit_bytes`: the first half, and whatever came last of the other half.
  explicit BoundedText(std::size_t limit_bytes);

  void append(std::string_view text);
  /// How many bytes came in, kept or not.
  std::size_t received_bytes() const { return received_; }
  bool cut() const { return received_ > head_limit_ + tail_limit_; }
  /// What was kept; where something was left out, a line between head and tail says how much.
  std::string text() const;

 private:
  std::size_t head_limit_;
  std::size_t tail_limit_;
  std::size_t received_ = 0;
  std::string head_;
  std::string tail_;  ///< up to twice `tail_limit_`, so that trimming is rare
};

}  // namespace bankcheck::sandbox
