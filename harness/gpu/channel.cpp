#include "gpu/channel.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>

#include <poll.h>
#include <sys/socket.h>

namespace bankcheck::gpu {
namespace {

struct Header {
  FrameKind kind;
  std::uint32_t body_bytes;
};

/// For poll: milliseconds until `deadline`, rounded up; 0 when it has passed.
int milliseconds_left(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
}

/// Waits until `events` can be had. False at the deadline.
bool wait_for(int socket, short events, Clock::time_point deadline) {
  pollfd entry{socket, events, 0};
  for (;;) {
    const int ready = poll(&entry, 1, milliseconds_left(deadline));
    if (ready > 0) return true;
    if (ready == 0 && Clock::now() >= deadline) return false;
    if (ready < 0 && errno != EINTR) return true;  // the call that follows reports it
  }
}

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

Channel::Channel(base::FileDescriptor socket, std::size_t body_limit)
    : socket_(std::move(socket)), body_limit_(body_limit) {}

std::pair<base::FileDescriptor, base::FileDescriptor> Channel::connected_pair() {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return {};
  return {base::FileDescriptor(ends[0]), base::FileDescriptor(ends[1])};
}

bool Channel::send(FrameKind kind, const std::string& body, Clock::time_point deadline) {
  const Header header{kind, static_cast<std::uint32_t>(body.size())};
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes += body;
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count = ::send(socket_.number(), bytes.data() + sent, bytes.size() - sent,
                                 MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (!would_block() || !wait_for(socket_.number(), POLLOUT, deadline)) {
      return false;
    }
  }
  return true;
}

Received Channel::receive(Frame* frame, Clock::time_point deadline) {
  Header header{};
  Received received = read_exactly(reinterpret_cast<char*>(&header), sizeof header, deadline);
  if (received != Received::kFrame) return received;
  if (header.body_bytes > body_limit_) return Received::kClosed;
  frame->kind = header.kind;
  frame->body.resize(header.body_bytes);
  return read_exactly(frame->body.data(), frame->body.size(), deadline);
}

Received Channel::read_exactly(char* bytes, std::size_t size, Clock::time_point deadline) {
  while (size > 0) {
    const ssize_t count = recv(socket_.number(), bytes, size, MSG_DONTWAIT);
    if (count > 0) {
      bytes += count;
      size -= static_cast<std::size_t>(count);
    } else if (count == 0 || !would_block()) {
      return Received::kClosed;
    } else if (!wait_for(socket_.number(), POLLIN, deadline)) {
      return Received::kTimedOut;
    }
  }
  return Received::kFrame;
}

bool Channel::wait_for_frame(Clock::time_point deadline) const {
  return wait_for(socket_.number(), POLLIN, deadline);
}

bool Channel::peer_is_gone() const {
  pollfd entry{socket_.number(), POLLRDHUP, 0};
  return poll(&entry, 1, 0) > 0;
}

}  // namespace bankcheck::gpu
