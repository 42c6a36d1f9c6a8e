// A worker process as the grader holds it: started, talked to, and certainly ended.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/result.hpp"
#include "gpu/arena.hpp"
#include "gpu/channel.hpp"

namespace bankcheck::gpu {

/// How to start the program that serves (see worker.hpp).
struct WorkerCommand {
  std::string program;                   ///< absolute path of this program
  int ordinal = 0;                       ///< of the card
  std::vector<std::string> environment;  ///< NAME=value; nothing else is passed on
};

class WorkerProcess {
 public:
  WorkerProcess(pid_t process, Channel channel, Arena arena);
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;
  /// Ends the process and waits until it is gone.
  ~WorkerProcess();

  Channel& channel() { return channel_; }
  Arena& arena() { return arena_; }
  pid_t process() const { return process_; }

  /// Gives the process `patience` to end by itself, then ends it. How it ended: "exited with status
  /// 1", "was killed by signal 9", or "was ended" when it was this call that did it.
  std::string end(Clock::duration patience = {});

 private:
  pid_t process_ = -1;
  Channel channel_;
  Arena arena_;
};

/// Starts workers; tests put a simulated card behind it. Called again when a worker was lost.
using StartWorker = std::function<base::Result<WorkerProcess>()>;

/// Starts `command` with its own session, no terminal, no descriptors but the channel and the
/// arena.
base::Result<WorkerProcess> start_worker(const WorkerCommand& command);

/// The largest frame that a worker may send.
inline constexpr std::size_t kWorkerFrameLimit = 64 * 1024;

}  // namespace bankcheck::gpu
