// Runs a function of ours in a child process, so that a crash, an endless loop or a memory bomb in
// what it works on ends there.
//
// Theory of operation. The child is a fork without an execve: it has the caller's memory as it was,
// so the function may use whatever it captured, and costs a few milliseconds. Of what is open it
// keeps the two pipes on which its messages and its complaints (stderr) come back. Then limits, no
// new privileges and the filter on system calls are set, and the function runs. Each message is
// framed by its length, so that messages sent before a crash still count and half a message does
// not.
//
// Threads. fork() copies the calling thread alone. A lock that another thread held at that moment
// stays locked in the child for ever. glibc makes its own locks (malloc, stdio, the loader) safe
// across fork(), so the function may allocate, throw and start threads. It must not take a lock
// that another thread of the caller might hold while this is called: loggers, caches of our own,
// and function-local statics that another thread may be initialising. Should it happen, the child
// hangs and the outcome is kTimedOut, never a wrong result.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/system_call_filter.hpp"

namespace bankcheck::sandbox {

struct CallLimits {
  double wall_seconds = 60;
  double cpu_seconds = 60;  ///< of all threads together
  /// Address space beyond what the caller has already. 0: no limit (the CUDA driver reserves
  /// terabytes that it never touches).
  std::uint64_t memory_bytes = 4ull << 30;
  std::size_t result_bytes = 256u << 20;  ///< of all messages together
  SystemCalls system_calls = SystemCalls::kComputing;
};

enum class CallStatus : std::uint8_t {
  kFinished,    ///< the function returned
  kThrew,       ///< an exception left the function; `trouble` is its text
  kSignalled,   ///< it crashed
  kTimedOut,    ///< wall clock
  kOutOfLimit,  ///< CPU time, memory, size of the result; no more was wanted
  kStopped,     ///< `stop` was set
  kForbidden,   ///< it made a system call that is not allowed
  kCannotRun,   ///< ours: the child could not be set up
};

struct CallOutcome {
  CallStatus status = CallStatus::kCannotRun;
  int signal = 0;
  std::vector<std::string> messages;  ///< all that were sent whole, in order
  std::string error_output;           ///< what the child wrote to stderr, bounded
  std::string trouble;                ///< what happened, for every status but kFinished
  double wall_seconds = 0;
};

/// Sends one message to the parent. One thread at a time.
using Send = std::function<void(std::string_view)>;

/// Gets a message in the parent. False: no more is wanted, and the child is ended.
using Receive = std::function<bool(std::string)>;

/// Runs `body` in a child and hands each message on as it comes; the outcome holds none. `stop` may
/// be null; when it becomes true the child is ended.
CallOutcome isolated_call(const std::function<void(const Send&)>& body, const Receive& receive,
                          const CallLimits& limits, const std::atomic<bool>* stop);

/// The same, and collects what comes.
CallOutcome isolated_call(const std::function<void(const Send&)>& body,
                          const CallLimits& limits = {}, const std::atomic<bool>* stop = nullptr);

}  // namespace bankcheck::sandbox
