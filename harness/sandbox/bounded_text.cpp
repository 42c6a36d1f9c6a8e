#include "sandbox/bounded_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace bankcheck::sandbox {

BoundedText::BoundedText(std::size_t limit_bytes)
    : head_limit_(limit_bytes / 2), tail_limit_(limit_bytes - limit_bytes / 2) {}

void BoundedText::append(std::string_view text) {
  received_ += text.size();
  const std::size_t to_head = std::min(text.size(), head_limit_ - head_.size());
  head_.append(text.substr(0, to_head));
  text.remove_prefix(to_head);
  if (text.size() > tail_limit_) text.remove_prefix(text.size() - tail_limit_);
  tail_.append(text);
  if (tail_.size() > 2 * tail_limit_) tail_.erase(0, tail_.size() - tail_limit_);
}

std::string BoundedText::text() const {
  if (!cut()) return head_ + tail_;
  const std::string_view tail = std::string_view(tail_).substr(tail_.size() - tail_limit_);
  const std::size_t left_out = received_ - head_limit_ - tail_limit_;
  return fmt::format("{}\n[... {} bytes left out ...]\n{}", head_, left_out, tail);
}

}  // namespace bankcheck::sandbox
