// The worker process: runs kernels for one submission, so that whatever they break ends there.
//
// Theory of operation. A worker is a fresh process of the harness's own program (a hidden
// subcommand, exec'ed, not forked: a fork would carry the grader's memory along). It owns the CUDA
// context and nothing else: it never sees what an output must be.
//   What a kernel can reach. Normally device memory of its own context only, so the worker's host
// memory is out of reach. But where the card can read and write pageable host memory (HMM on recent
// Linux kernels with the open driver, ATS on Grace; CardInfo::reaches_host_memory), a kernel that
// guesses an address can read and write the whole worker. Therefore expected values are worked out
// and compared in the grader, seeds and guard words are drawn there for one launch at a time, and
// the grader checks every length that a worker sends. What a kernel that took over its worker could
// still forge is its own time.
//   Timing. A sample is one or more launches between two events. With the gate, the stream first
// waits for a word in device memory, everything is queued behind that, and only then is the word
// written by a second stream: the card never waits for the host between the events.
//   Hangs. The worker asks the stop event whether it is done and never enters a call that blocks on
// the kernel, so that it can say "timed out" and leave when its time or the grader is gone.
#pragma once

#include <functional>
#include <string>

#include "gpu/arena.hpp"
#include "gpu/channel.hpp"
#include "gpu/driver.hpp"

namespace bankcheck::gpu {

/// Takes rights away from the calling process for good. The error, or empty.
using Confine = std::function<std::string()>;

/// No new rights, and none of the system calls that a driver with an open context has no use for
/// (sandbox/system_call_filter.hpp).
std::string give_up_rights();

/// Serves the grader at the other end of `channel` until it hangs up or a kernel breaks the
/// context. Calls `confine` once the context is open: opening it takes rights that nothing after it
/// does (sockets between the driver's processes, a set-user-ID helper that loads kernel modules),
/// and no code of a submission has come in by then. Returns the exit status of the process.
int serve(Driver& driver, int ordinal, Channel channel, Arena arena, Confine confine);

/// The descriptors that a worker process is started with.
inline constexpr int kWorkerChannel = 3;
inline constexpr int kWorkerArena = 4;
/// Name of the program's hidden subcommand; its one argument is the card's ordinal.
inline constexpr const char* kWorkerSubcommand = "__gpu-worker";

/// What the hidden subcommand does: serves with the real driver on the descriptors above, without
/// core dumps. `confined`: gives up its rights; a worker that cannot says so and ends.
int worker_main(int ordinal, bool confined);

}  // namespace bankcheck::gpu
