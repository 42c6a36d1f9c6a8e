#include "sandbox/child.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/bounded_text.hpp"
#include "sandbox/child_start.hpp"
#include "sandbox/file_descriptor.hpp"

namespace bankcheck::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kStatusBytes = 4096;
/// How long the outputs of a group that was killed are read for what is still in the pipes.
constexpr auto kDrainTime = std::chrono::seconds(2);
/// How often a kernel without pidfd_open is asked whether the child has ended.
constexpr int kPollWithoutPidfdMs = 5;

FileDescriptor open_pidfd(pid_t pid) {
#ifdef SYS_pidfd_open
  const int file = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (file >= 0) ::fcntl(file, F_SETFD, FD_CLOEXEC);
  return FileDescriptor(file);
#else
  (void)pid;
  return {};
#endif
}

int milliseconds_until(Clock::time_point time) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - Clock::now()).count();
  return static_cast<int>(left < 0 ? 0 : left > 1'000'000 ? 1'000'000 : left);
}

/// One output of the child and what was kept of it.
struct Stream {
  FileDescriptor file;
  BoundedText text;

  void read_some() {
    char chunk[64 * 1024];
    const ssize_t count = uninterrupted([&] { return ::read(file.number(), chunk, sizeof chunk); });
    if (count > 0) {
      text.append({chunk, static_cast<std::size_t>(count)});
    } else {
      file.close();
    }
  }
};

class Supervision {
 public:
  Supervision(StartedChild child, const CommandLimits& limits)
      : pid_(child.pid),
        pidfd_(open_pidfd(child.pid)),
        streams_{Stream{std::move(child.output), BoundedText(limits.output_bytes)},
                 Stream{std::move(child.error_output), BoundedText(limits.output_bytes)},
                 Stream{std::move(child.status), BoundedText(kStatusBytes)}},
        started_(Clock::now()),
        deadline_(started_ + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(limits.wall_seconds))) {}

  ChildEnd run() {
    while (!ended() && Clock::now() < deadline_) read_outputs(deadline_);
    timed_out_ = !ended_;
    ::kill(-pid_, SIGKILL);
    int status = 0;
    const pid_t reaped = uninterrupted([&] { return ::waitpid(pid_, &status, 0); });
    const auto drained = Clock::now() + kDrainTime;
    while (any_open() && Clock::now() < drained) read_outputs(drained);
    return describe(status, reaped == pid_);
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

  bool any_open() const {
    for (const Stream& stream : streams_) {
      if (stream.file.is_open()) return true;
    }
    return false;
  }

  /// Waits for an output, the end of the child or `until`, and takes what has come.
  void read_outputs(Clock::time_point until) {
    std::array<pollfd, 4> waiting{};
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      waiting[i] = {streams_[i].file.number(), POLLIN, 0};
    }
    waiting[3] = {ended_ ? -1 : pidfd_.number(), POLLIN, 0};
    int wait_ms = milliseconds_until(until);
    if (!pidfd_.is_open() && wait_ms > kPollWithoutPidfdMs) wait_ms = kPollWithoutPidfdMs;
    if (::poll(waiting.data(), waiting.size(), wait_ms) <= 0) return;
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      if (waiting[i].revents != 0) streams_[i].read_some();
    }
  }

  ChildEnd describe(int status, bool reaped) const {
    ChildEnd end;
    CommandResult& result = end.result;
    result.output = streams_[0].text.text();
    result.error_output = streams_[1].text.text();
    result.output_cut = streams_[0].text.cut() || streams_[1].text.cut();
    result.wall_seconds = std::chrono::duration<double>(Clock::now() - started_).count();
    end.status_text = streams_[2].text.text();
    if (!reaped) {
      result.trouble = "the end of the process was taken by somebody else (SIGCHLD is ignored?)";
    } else if (timed_out_) {
      result.status = CommandStatus::kTimedOut;
    } else if (WIFEXITED(status)) {
      result.status = CommandStatus::kExited;
      result.exit_code = WEXITSTATUS(status);
    } else {
      set_signal(WTERMSIG(status), &result);
    }
    return end;
  }

  pid_t pid_;
  FileDescriptor pidfd_;
  std::array<Stream, 3> streams_;
  Clock::time_point started_;
  Clock::time_point deadline_;
  bool ended_ = false;
  bool timed_out_ = false;
};

}  // namespace

void set_signal(int number, CommandResult* result) {
  result->status = CommandStatus::kSignalled;
  result->signal = number;
  if (number == SIGXCPU || number == SIGXFSZ) {
    result->status = CommandStatus::kOutOfLimit;
    result->trouble = number == SIGXCPU ? "the limit on CPU time was reached"
                                        : "the limit on the size of a file was reached";
  }
}

ChildEnd run_child(const ChildPlan& plan) {
  StartedChild child = start_child(plan);
  if (child.trouble.empty()) return Supervision(std::move(child), plan.limits).run();
  ChildEnd end;
  end.result.trouble = child.trouble;
  return end;
}

}  // namespace bankcheck::sandbox
