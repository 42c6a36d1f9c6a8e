// Runs samples on a worker while the launches before are verified and those after are prepared.
//
// Theory of operation. Every launch, timed or not, has inputs of its own and is verified in full,
// and the card should not wait for that. So samples go in batches: while the worker runs batch n,
// the threads of this process verify batch n-1 and prepare batch n+1. Three parts of the arena take
// turns. A sample that its row fails (a crash, a time-out) takes the worker with it and ends the
// pipeline.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gpu/gpu_job.hpp"
#include "gpu/launch_image.hpp"
#include "gpu/session.hpp"
#include "gpu/work_pool.hpp"

namespace bankcheck::gpu {

/// Samples to run next, in this order; none: the end.
struct BatchRequest {
  std::vector<std::size_t> rows;
  std::optional<std::size_t> round;  ///< of a measurement; none for launches that only qualify
};

/// What became of one sample.
struct SampleTime {
  std::size_t row = 0;
  std::optional<std::size_t> round;
  double launch_ms = 0;
};

/// What one launch left behind.
struct LaunchVerdict {
  std::optional<base::Mismatch> mismatch;
  std::optional<GuardDamage> damage;
};

/// Why the pipeline ended early.
struct Loss {
  std::size_t row = 0;               ///< whose sample was under way
  bool timed_out = false;            ///< the worker says so: the kernel had not ended
  bool unanswered = false;           ///< the worker itself does not answer any more
  Status status = Status::kSuccess;  ///< kSuccess: the worker was lost without a word
  std::string text;
};

class BatchPipeline {
 public:
  struct Observer {
    std::function<BatchRequest()> next;
    std::function<void(const SampleTime&)> on_time;
    std::function<void(std::size_t row, const LaunchVerdict&)> on_verdict;
  };

  /// `loaded`: for each row of `job` its number in the worker, `nullopt` when it is not loaded
  /// there.
  BatchPipeline(const GpuJob& job, WorkPool& pool);

  /// Bytes of the arena that runs of up to `launches_limit` launches a sample need.
  std::size_t arena_bytes() const;
  int launches_limit() const { return launches_limit_; }
  const ImageLayout& layout(std::size_t row) const { return layouts_[row]; }
  /// How many samples one batch can hold.
  std::size_t batch_limit() const { return batch_limit_; }

  /// How many launches a sample of a row has.
  using SampleSize = std::function<int(std::size_t row)>;

  /// `worker_rows`: the number of each row in the worker; `gate`: see worker.hpp. Returns when
  /// `next` asks for nothing more, or with the reason why it could not go on.
  std::optional<Loss> run(WorkerProcess& worker, const std::vector<std::uint32_t>& worker_rows,
                          const SampleSize& launches, bool gate, const Observer& observer);

 private:
  struct LaunchSlot {
    std::uint64_t secret = 0;
    base::ReadyLaunch ready;
    LaunchVerdict verdict;
  };
  struct Sample {
    std::size_t row = 0;
    std::size_t arena_offset = 0;
    std::vector<LaunchSlot> launches;
    bool finished = false;
  };
  struct Batch {
    std::optional<std::size_t> round;
    std::vector<Sample> samples;
  };

  Batch plan(const BatchRequest& request, const SampleSize& launches);
  void prepare(Sample& sample, std::size_t launch, std::span<std::byte> arena) const;
  void verify(Sample& sample, std::size_t launch, std::span<std::byte> arena) const;
  void add_tasks(Batch& batch, std::span<std::byte> arena,
                 void (BatchPipeline::*work)(Sample&, std::size_t, std::span<std::byte>) const,
                 std::vector<WorkPool::Task>* tasks);
  void send(WorkerProcess& worker, const std::vector<std::uint32_t>& worker_rows, bool gate,
            const Batch& batch) const;
  Received receive(WorkerProcess& worker, std::size_t row, Frame* frame,
                   Clock::time_point deadline) const;
  std::optional<Loss> collect(WorkerProcess& worker, Batch& batch, const Observer& observer) const;
  std::span<std::byte> image(const Sample& sample, std::size_t launch,
                             std::span<std::byte> arena) const;
  void report(const Batch& batch, const Observer& observer) const;

  const GpuJob& job_;
  WorkPool& pool_;
  std::vector<ImageLayout> layouts_;
  std::size_t slot_bytes_ = 0;
  std::size_t batch_limit_ = 1;
  int launches_limit_ = 1;
  std::size_t turn_ = 0;
};

}  // namespace bankcheck::gpu
