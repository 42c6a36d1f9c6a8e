// How messages of a child are told apart on its pipe: each one is preceded by its size and kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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
  /// Gets each message; false when it wants no more.
  using Receive = std::function<bool(std::string)>;

  /// `limit_bytes` of messages and of what is not yet one.
  FrameReader(std::size_t limit_bytes, Receive receive)
      : limit_bytes_(limit_bytes), receive_(std::move(receive)) {}

  /// False when the limit is passed or no more is wanted.
  bool take(std::string_view chunk);

  /// The kind and the text of the frame that is not a message.
  const std::optional<FrameKind>& last() const { return last_; }
  const std::string& last_text() const { return last_text_; }

 private:
  bool take_frame();

  std::size_t limit_bytes_;
  Receive receive_;
  bool is_sated_ = false;
  std::size_t message_bytes_ = 0;
  std::string buffer_;
  std::size_t at_ = 0;  ///< where the next frame begins in `buffer_`
  std::optional<FrameKind> last_;
  std::string last_text_;
};

}  // namespace bankcheck::sandbox
