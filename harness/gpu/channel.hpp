// Frames over a socket between the grader and a worker process.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/file_descriptor.hpp"
#include "gpu/messages.hpp"
#include "gpu/wire.hpp"

namespace bankcheck::gpu {

using Clock = std::chrono::steady_clock;

struct Frame {
  FrameKind kind = FrameKind::kTrouble;
  std::string body;
};

enum class Received : std::uint8_t { kFrame, kClosed, kTimedOut };

/// One end. Each frame is its kind, the length of its body, and the body. Not for several threads.
class Channel {
 public:
  Channel() = default;
  /// `body_limit`: a longer frame from the other end closes the channel.
  Channel(base::FileDescriptor socket, std::size_t body_limit);

  /// Two connected ends; both close on exec. Closed ones when the system gives none.
  static std::pair<base::FileDescriptor, base::FileDescriptor> connected_pair();

  bool is_open() const { return socket_.is_open(); }
  /// False when the other end is gone or does not read for `deadline`.
  bool send(FrameKind kind, const std::string& body, Clock::time_point deadline);
  template <class Message>
  bool send(FrameKind kind, const Message& message, Clock::time_point deadline) {
    return send(kind, encode(message), deadline);
  }
  Received receive(Frame* frame, Clock::time_point deadline);
  /// Whether a frame has begun to arrive by then, or the other end has hung up.
  bool wait_for_frame(Clock::time_point deadline) const;
  /// Whether the other end has hung up. Does not wait, and leaves frames where they are.
  bool peer_is_gone() const;
  void close() { socket_.close(); }

 private:
  Received read_exactly(char* bytes, std::size_t size, Clock::time_point deadline);

  base::FileDescriptor socket_;
  std::size_t body_limit_ = 0;
};

}  // namespace bankcheck::gpu
