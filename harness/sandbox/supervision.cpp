#include "sandbox/supervision.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace bankcheck::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

/// How long the pipes of a group that was killed are read.
constexpr auto kDrainTime = std::chrono::seconds(2);
/// How often a kernel without pidfd_open is asked whether the child has ended.
constexpr int kPollWithoutPidfdMs = 5;
/// How often it is asked whether the user wants to stop.
constexpr int kStopPollMs = 20;
constexpr double kLongestSeconds = 1e6;

FileDescriptor open_pidfd(pid_t pid) {
#ifdef SYS_pidfd_open
  return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));  // close-on-exec
#else
  (void)pid;
  return {};
#endif
}

int milliseconds_until(Clock::time_point time) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
}

class Supervision {
 public:
  Supervision(pid_t pid, std::vector<WatchedPipe> pipes, double wall_seconds,
              const std::atomic<bool>* stop)
      : pid_(pid),
        pidfd_(open_pidfd(pid)),
        pipes_(std::move(pipes)),
        stop_(stop),
        started_(Clock::now()) {
    const std::chrono::duration<double> time(std::clamp(wall_seconds, 0.0, kLongestSeconds));
    deadline_ = started_ + std::chrono::duration_cast<Clock::duration>(time);
  }

  Ending run() {
    Ending ending;
    while (!ended() && !refused_ && !is_stopped() && Clock::now() < deadline_) {
      read_pipes(deadline_);
    }
    ending.stopped = !ended_ && !refused_ && is_stopped();
    ending.timed_out = !ended_ && !refused_ && !ending.stopped;
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);  // one that has only just begun may not lead its group yet
    ending.reaped = uninterrupted([&] { return ::waitpid(pid_, &ending.wait_status, 0); }) == pid_;
    ended_ = true;
    const auto drained = Clock::now() + kDrainTime;
    while (any_open() && Clock::now() < drained) read_pipes(drained);
    ending.refused = refused_;
    ending.wall_seconds = std::chrono::duration<double>(Clock::now() - started_).count();
    return ending;
  }

 private:
  bool ended() {
    siginfo_t info{};
    const int asked = uninterrupted([&] {
      return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    });
    ended_ = asked != 0 || info.si_pid == pid_;
    return ended_;
  }

  bool is_stopped() const { return stop_ != nullptr && *stop_; }

  bool any_open() const {
    return std::any_of(pipes_.begin(), pipes_.end(),
                       [](const WatchedPipe& pipe) { return pipe.file.is_open(); });
  }

  /// Waits for a pipe, the end of the child or `until`, and takes what has come.
  void read_pipes(Clock::time_point until) {
    std::vector<pollfd> waiting;
    for (const WatchedPipe& pipe : pipes_) waiting.push_back({pipe.file.number(), POLLIN, 0});
    waiting.push_back({ended_ ? -1 : pidfd_.number(), POLLIN, 0});
    int wait_ms = milliseconds_until(until);
    if (stop_ != nullptr) wait_ms = std::min(wait_ms, kStopPollMs);
    if (!pidfd_.is_open()) wait_ms = std::min(wait_ms, kPollWithoutPidfdMs);
    if (::poll(waiting.data(), waiting.size(), wait_ms) <= 0) return;
    for (std::size_t i = 0; i < pipes_.size(); ++i) {
      if (waiting[i].revents != 0) read_some(&pipes_[i]);
    }
  }

  void read_some(WatchedPipe* pipe) {
    char chunk[64 * 1024];
    const ssize_t count =
        uninterrupted([&] { return ::read(pipe->file.number(), chunk, sizeof chunk); });
    if (count > 0 && pipe->take({chunk, static_cast<std::size_t>(count)})) return;
    if (count > 0) refused_ = true;
    pipe->file.close();
  }

  pid_t pid_;
  FileDescriptor pidfd_;
  std::vector<WatchedPipe> pipes_;
  const std::atomic<bool>* stop_;
  Clock::time_point started_;
  Clock::time_point deadline_;
  bool ended_ = false;
  bool refused_ = false;
};

}  // namespace

Ending supervise(pid_t pid, std::vector<WatchedPipe> pipes, double wall_seconds,
                 const std::atomic<bool>* stop) {
  return Supervision(pid, std::move(pipes), wall_seconds, stop).run();
}

}  // namespace bankcheck::sandbox
