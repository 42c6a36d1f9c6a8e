// Worker processes with a simulated card in them: the real protocol, the real processes,
// the real confinement, no GPU.
#pragma once

#include <functional>
#include <limits>
#include <utility>

#include <unistd.h>

#include "fake_driver.hpp"
#include "gpu/worker.hpp"
#include "gpu/worker_process.hpp"

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
      FakeDriver driver;
      set_up(driver, number);
      Channel channel(std::move(theirs), std::numeric_limits<std::uint32_t>::max());
      _exit(serve(driver, 0, std::move(channel), Arena(base::FileDescriptor(arena_copy)),
                  give_up_rights));
    }
    close(arena_copy);
    ++number;
    return WorkerProcess(process, Channel(std::move(ours), kWorkerFrameLimit), std::move(arena));
  };
}

}  // namespace bankcheck::gpu
