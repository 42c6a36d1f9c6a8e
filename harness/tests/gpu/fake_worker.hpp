// Worker processes with a simulated card in them: the real protocol, the real processes,
// the real filter of system calls, no GPU.
#pragma once

#include <functional>
#include <limits>
#include <utility>

#include <unistd.h>

#include "fake_driver.hpp"
#include "gpu/worker.hpp"
#include "gpu/worker_process.hpp"
#include "sandbox/system_call_filter.hpp"

namespace bankcheck::gpu {

/// Starts workers by fork: `set_up` puts kernels and faults into the card; `number` counts the
/// workers from 0.
inline StartWorker fake_workers(std::function<void(FakeDriver&, int number)> set_up) {
  return [set_up = std::move(set_up), number = 0]() mutable -> base::Result<WorkerProcess> {
    auto [ours, theirs] = Channel::connected_pair();
    Arena arena = Arena::create();
    const int arena_copy = dup(arena.descriptor());
    const pid_t process = fork();
    if (process == 0) {
      ours.close();
      if (!sandbox::filter_system_calls(sandbox::SystemCalls::kGpu).empty()) _exit(2);
      FakeDriver driver;
      set_up(driver, number);
      Channel channel(std::move(theirs), std::numeric_limits<std::uint32_t>::max());
      _exit(serve(driver, 0, std::move(channel), Arena(base::FileDescriptor(arena_copy))));
    }
    close(arena_copy);
    ++number;
    return WorkerProcess(process, Channel(std::move(ours), kWorkerFrameLimit), std::move(arena));
  };
}

}  // namespace bankcheck::gpu
