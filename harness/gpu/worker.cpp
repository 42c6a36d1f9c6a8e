#include "gpu/worker.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "gpu/cuda_driver.hpp"
#include "gpu/kernel_runner.hpp"
#include "sandbox/system_call_filter.hpp"

namespace bankcheck::gpu {
namespace {

constexpr int kServed = 0;
constexpr int kFailed = 1;
constexpr std::size_t kBodyLimit = std::numeric_limits<std::uint32_t>::max();

class Worker {
 public:
  Worker(Driver& driver, Channel channel, Arena arena, Confine confine)
      : driver_(driver),
        channel_(std::move(channel)),
        arena_(std::move(arena)),
        confine_(std::move(confine)) {}

  int run(int ordinal) {
    try {
      if (!open(ordinal)) return kFailed;
      Frame frame;
      while (channel_.receive(&frame, Clock::time_point::max()) == Received::kFrame) {
        if (!handle(frame)) return kFailed;
      }
      return kServed;
    } catch (const DriverError& error) {
      say(FrameKind::kTrouble, TroubleMessage{error.status(), error.what()});
      return kFailed;
    }
  }

 private:
  /// False when the worker cannot go on; the grader has been told why.
  bool open(int ordinal) {
    CardInfo card;
    BANKCHECK_DRIVER_CALL(driver_.initialise());
    BANKCHECK_DRIVER_CALL(driver_.describe(ordinal, &card));
    say(FrameKind::kCard, card);
    BANKCHECK_DRIVER_CALL(driver_.open_context(ordinal));
    if (const std::string error = confine_(); !error.empty()) {
      say(FrameKind::kTrouble,
          TroubleMessage{Status::kNoDevice, "the GPU worker cannot be confined: " + error});
      return false;
    }
    runner_ = std::make_unique<KernelRunner>(driver_, [this] { return channel_.peer_is_gone(); });
    say(FrameKind::kReady, std::string());
    return true;
  }

  /// False when the worker cannot go on.
  bool handle(const Frame& frame) {
    if (frame.kind == FrameKind::kLoad) return load(frame.body);
    if (frame.kind == FrameKind::kRun) return run_sample(frame.body);
    return false;
  }

  bool load(const std::string& body) {
    LoadMessage message;
    if (!decode(body, &message) || !arena_.map(message.arena_bytes)) return false;
    std::uint64_t largest = 0;
    for (const WireRow& row : message.rows) largest = std::max(largest, row.image_bytes);
    runner_->begin_job(largest, message.launches_limit);
    for (const WireRow& row : message.rows) say(FrameKind::kLoaded, runner_->load(row));
    return true;
  }

  /// An error of a kernel leaves the context unusable, so the worker ends after it.
  bool run_sample(const std::string& body) {
    RunMessage message;
    if (!decode(body, &message) || message.arena_offset > arena_.bytes().size()) return false;
    const DoneMessage done = runner_->run(message, arena_.bytes().subspan(message.arena_offset));
    say(FrameKind::kDone, done);
    return done.status == Status::kSuccess;
  }

  template <class Message>
  void say(FrameKind kind, const Message& message) {
    channel_.send(kind, message, Clock::time_point::max());
  }

  Driver& driver_;
  Channel channel_;
  Arena arena_;
  Confine confine_;
  std::unique_ptr<KernelRunner> runner_;
};

/// No core dumps of a process that holds a student's kernel.
void forbid_core_dumps() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

}  // namespace

std::string give_up_rights() {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return std::generic_category().message(errno);
  return sandbox::filter_system_calls(sandbox::SystemCalls::kGpu);
}

int serve(Driver& driver, int ordinal, Channel channel, Arena arena, Confine confine) {
  return Worker(driver, std::move(channel), std::move(arena), std::move(confine)).run(ordinal);
}

int worker_main(int ordinal, bool confined) {
  forbid_core_dumps();
  Channel channel(base::FileDescriptor(kWorkerChannel), kBodyLimit);
  auto driver = open_cuda_driver();
  if (!driver) {
    const TroubleMessage trouble{Status::kNoDevice, driver.errors().front().text};
    channel.send(FrameKind::kTrouble, trouble, Clock::time_point::max());
    return kFailed;
  }
  Arena arena{base::FileDescriptor(kWorkerArena)};
  const Confine confine = confined ? give_up_rights : [] { return std::string(); };
  const int status = serve(*driver.value(), ordinal, std::move(channel), std::move(arena), confine);
  // The driver's own clean-up can wait for a kernel that never ends; the kernel's is quick and
  // sure.
  _exit(status);
}

}  // namespace bankcheck::gpu
