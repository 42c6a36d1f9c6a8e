#include "sandbox/isolated_call.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fstream>
#include <new>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/bounded_text.hpp"
#include "sandbox/child_start.hpp"
#include "sandbox/message_frame.hpp"
#include "sandbox/supervision.hpp"

namespace bankcheck::sandbox {
namespace {

constexpr int kMessageFile = 3;
constexpr std::size_t kErrorOutputBytes = std::size_t{64} * 1024;

// --- in the child ---

/// Of this process; 0 where it cannot be told.
std::uint64_t address_space_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool set_call_limits(const CallLimits& limits) {
  const auto set = [](auto resource, rlim_t soft, rlim_t hard) {
    const rlimit limit{soft, hard};
    return ::setrlimit(resource, &limit) == 0;
  };
  const auto cpu = static_cast<rlim_t>(limits.cpu_seconds < 1 ? 1 : limits.cpu_seconds);
  const rlim_t memory = address_space_bytes() + limits.memory_bytes;
#ifdef __SANITIZE_ADDRESS__
  const bool limit_memory = false;  // the sanitizer reserves terabytes
#else
  const bool limit_memory = limits.memory_bytes > 0;
#endif
  return set(RLIMIT_CPU, cpu, cpu + 1) && set(RLIMIT_CORE, 0, 0) &&
         (!limit_memory || set(RLIMIT_AS, memory, memory));
}

/// Nothing but /dev/null and the two pipes stays open.
bool place_files(int messages, int error_output) {
  constexpr int kParking = 16;
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const int parked_messages = ::fcntl(messages, F_DUPFD_CLOEXEC, kParking);
  const int parked_errors = ::fcntl(error_output, F_DUPFD_CLOEXEC, kParking);
  if (null < 0 || parked_messages < 0 || parked_errors < 0) return false;
  const bool placed = ::dup2(null, 0) == 0 && ::dup2(null, 1) == 1 &&
                      ::dup2(parked_errors, 2) == 2 &&
                      ::dup2(parked_messages, kMessageFile) == kMessageFile;
  close_files_from(kMessageFile + 1);
  return placed;
}

/// What could not be set up; empty when all is.
std::string shut_in(const CallLimits& limits) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !set_call_limits(limits)) {
    return "limits: " + std::generic_category().message(errno);
  }
  return filter_system_calls(limits.system_calls);
}

void run_body(const std::function<void(const Send&)>& body) {
  try {
    body([](std::string_view text) {
      if (!send_frame(kMessageFile, FrameKind::kMessage, text)) ::_exit(1);  // the parent is gone
    });
    send_frame(kMessageFile, FrameKind::kReturned, "");
  } catch (const std::bad_alloc&) {
    send_frame(kMessageFile, FrameKind::kOutOfMemory, "");
  } catch (const std::exception& exception) {
    send_frame(kMessageFile, FrameKind::kThrew, exception.what());
  } catch (...) {
    send_frame(kMessageFile, FrameKind::kThrew, "an exception that is no std::exception");
  }
}

[[noreturn]] void be_child(const std::function<void(const Send&)>& body, const CallLimits& limits,
                           pid_t parent, int messages, int error_output) {
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  reset_signals();
  if (!place_files(messages, error_output)) ::_exit(1);
  if (const std::string trouble = shut_in(limits); !trouble.empty()) {
    send_frame(kMessageFile, FrameKind::kNoSetUp, trouble);
  } else {
    run_body(body);
  }
  // Not exit(): what the caller registered to happen at its end is not the child's.
  ::_exit(0);
}

// --- in the parent ---

void end_by_signal(int number, CallOutcome* outcome) {
  outcome->signal = number;
  outcome->status = number == SIGXCPU  ? CallStatus::kOutOfLimit
                    : number == SIGSYS ? CallStatus::kForbidden
                                       : CallStatus::kSignalled;
  outcome->trouble = number == SIGXCPU ? "the limit on CPU time was reached"
                     : number == SIGSYS
                         ? "a system call that is not allowed was made"
                         : fmt::format("ended by signal {} ({})", number, ::strsignal(number));
}

void end_by_frame(const FrameReader& frames, CallOutcome* outcome) {
  if (!frames.last()) {
    outcome->status = CallStatus::kSignalled;
    outcome->trouble = "the process ended itself";
    return;
  }
  outcome->trouble = frames.last_text();
  switch (*frames.last()) {
    case FrameKind::kMessage:
    case FrameKind::kReturned:
      outcome->status = CallStatus::kFinished;
      break;
    case FrameKind::kThrew:
      outcome->status = CallStatus::kThrew;
      break;
    case FrameKind::kOutOfMemory:
      outcome->status = CallStatus::kOutOfLimit;
      outcome->trouble = "the limit on memory was reached";
      break;
    case FrameKind::kNoSetUp:
      outcome->status = CallStatus::kCannotRun;
      break;
  }
}

void describe(const Ending& ending, const FrameReader& frames, CallOutcome* outcome) {
  outcome->wall_seconds = ending.wall_seconds;
  if (!ending.reaped) {
    outcome->trouble = "the end of the process was taken by somebody else (SIGCHLD is ignored?)";
  } else if (ending.refused) {
    outcome->status = CallStatus::kOutOfLimit;
    outcome->trouble = "the result is too large";
  } else if (ending.stopped) {
    outcome->status = CallStatus::kStopped;
    outcome->trouble = "it was stopped";
  } else if (ending.timed_out) {
    outcome->status = CallStatus::kTimedOut;
    outcome->trouble = "the time is over";
  } else if (WIFSIGNALED(ending.wait_status)) {
    end_by_signal(WTERMSIG(ending.wait_status), outcome);
  } else {
    end_by_frame(frames, outcome);
  }
}

}  // namespace

CallOutcome isolated_call(const std::function<void(const Send&)>& body, const Receive& receive,
                          const CallLimits& limits, const std::atomic<bool>* stop) {
  CallOutcome outcome;
  Pipe messages;
  Pipe errors;
  if (!open_pipe(&messages) || !open_pipe(&errors)) {
    outcome.trouble = "no pipe: " + std::generic_category().message(errno);
    return outcome;
  }
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    be_child(body, limits, parent, messages.write_end.number(), errors.write_end.number());
  }
  if (pid < 0) {
    outcome.trouble = "no new process: " + std::generic_category().message(errno);
    return outcome;
  }
  messages.write_end.close();
  errors.write_end.close();
  FrameReader frames(limits.result_bytes, receive);
  BoundedText error_output(kErrorOutputBytes);
  std::vector<WatchedPipe> pipes;
  pipes.push_back(
      {std::move(messages.read_end), [&](std::string_view chunk) { return frames.take(chunk); }});
  pipes.push_back({std::move(errors.read_end), [&](std::string_view chunk) {
                     error_output.append(chunk);
                     return true;
                   }});
  describe(supervise(pid, std::move(pipes), limits.wall_seconds, stop), frames, &outcome);
  outcome.error_output = error_output.text();
  return outcome;
}

CallOutcome isolated_call(const std::function<void(const Send&)>& body, const CallLimits& limits,
                          const std::atomic<bool>* stop) {
  std::vector<std::string> messages;
  const auto collect = [&](std::string message) {
    messages.push_back(std::move(message));
    return true;
  };
  CallOutcome outcome = isolated_call(body, collect, limits, stop);
  outcome.messages = std::move(messages);
  return outcome;
}

}  // namespace bankcheck::sandbox
