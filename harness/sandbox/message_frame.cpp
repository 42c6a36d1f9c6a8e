#include "sandbox/message_frame.hpp"

#include <array>
#include <cstring>
#include <utility>

#include <unistd.h>

#include "base/file_descriptor.hpp"

namespace bankcheck::sandbox {
namespace {

constexpr std::size_t kSizeBytes = sizeof(std::uint64_t);
constexpr std::size_t kHeadBytes = kSizeBytes + 1;

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        base::uninterrupted([&] { return ::write(file, bytes.data(), bytes.size()); });
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

bool send_frame(int file, FrameKind kind, std::string_view text) {
  std::array<char, kHeadBytes> head{};
  const std::uint64_t size = text.size();
  std::memcpy(head.data(), &size, kSizeBytes);
  head[kSizeBytes] = static_cast<char>(kind);
  return write_all(file, {head.data(), head.size()}) && write_all(file, text);
}

bool FrameReader::take(std::string_view chunk) {
  buffer_.append(chunk);
  while (!is_sated_ && take_frame()) {
  }
  buffer_.erase(0, std::exchange(at_, 0));
  return !is_sated_ && message_bytes_ + buffer_.size() <= limit_bytes_;
}

bool FrameReader::take_frame() {
  const std::size_t available = buffer_.size() - at_;
  if (available < kHeadBytes) return false;
  std::uint64_t size = 0;
  std::memcpy(&size, buffer_.data() + at_, kSizeBytes);
  if (available - kHeadBytes < size) return false;
  const auto kind = static_cast<FrameKind>(buffer_[at_ + kSizeBytes]);
  std::string text = buffer_.substr(at_ + kHeadBytes, size);
  at_ += kHeadBytes + size;
  message_bytes_ += size;
  if (kind == FrameKind::kMessage) {
    is_sated_ = message_bytes_ > limit_bytes_ || !receive_(std::move(text));
  } else {
    last_ = kind;
    last_text_ = std::move(text);
  }
  return true;
}

}  // namespace bankcheck::sandbox
