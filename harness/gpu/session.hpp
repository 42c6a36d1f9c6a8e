// A grader's hold on one card: a worker that is started early, and replaced when a kernel breaks
// it.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "gpu/card_info.hpp"
#include "gpu/worker_process.hpp"

namespace bankcheck::gpu {

/// One submission's session. The worker starts in the constructor and opens the card (about 0.2 s)
/// while the caller does other work, such as compiling. Not for several threads.
class Session {
 public:
  explicit Session(StartWorker start);

  /// Waits until the driver has answered. Errors: no driver, no card, a worker that cannot start.
  base::Result<CardInfo> card();
  /// Waits until the card's context is open; starts a worker when there is none. Empty when ready.
  base::Diagnostics wait_until_ready();

  /// Only after wait_until_ready() was empty.
  WorkerProcess& worker() { return *worker_; }
  /// Ends the worker; how it ended, in words.
  std::string drop_worker(Clock::duration patience = {});

 private:
  base::Diagnostics read_until(FrameKind kind);
  base::Diagnostics take(const Frame& frame);

  StartWorker start_;
  base::Diagnostics trouble_;
  std::optional<WorkerProcess> worker_;
  std::optional<CardInfo> card_;
  bool ready_ = false;
};

}  // namespace bankcheck::gpu
