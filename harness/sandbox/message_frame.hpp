// How messages of a child are told apart on its pipe: each one is preceded by its size and kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bankcheck::sandbox {

enum class FrameKind : std::uint8_t {
  kMessage,
  // The last frame is one of these.
  kReturned,
  kThrew,
  kOutOfMemory,
  kNoSetUp,
};

/// Writes one frame. False when nobody reads any more.
bool send_frame(int file, FrameKind kind, std::string_view text);

/// Puts frames together again, however the pipe cut them.
class FrameReader {
 public:
  /// `limit_bytes` of messages and of what is not yet one.
  explicit FrameReader(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

  /// False when the limit is passed.
  bool take(std::string_view chunk);

  std::vector<std::string>& messages() { return messages_; }
  /// The kind and the text of the frame that is not a message.
  const std::optional<FrameKind>& last() const { return last_; }
  const std::string& last_text() const { return last_text_; }

 private:
  bool take_frame();

  std::size_t limit_bytes_;
  std::size_t message_bytes_ = 0;
  std::string buffer_;
  std::size_t at_ = 0;  ///< where the next frame begins in `buffer_`
  std::vector<std::string> messages_;
  std::optional<FrameKind> last_;
  std::string last_text_;
};

}  // namespace bankcheck::sandbox
