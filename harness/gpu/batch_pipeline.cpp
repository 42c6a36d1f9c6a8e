#include "gpu/batch_pipeline.hpp"

#include <algorithm>
#include <cmath>

#include <sys/random.h>

namespace bankcheck::gpu {
namespace {

constexpr std::size_t kTurns = 3;
/// Images of one sample on the card, where it has more than one launch.
constexpr std::size_t kSampleBytesLimit = std::size_t{64} << 20;

std::uint64_t fresh_secret() {
  std::uint64_t secret = 0;
  while (getrandom(&secret, sizeof secret, 0) != static_cast<ssize_t>(sizeof secret)) {
  }
  return secret;
}

Clock::duration grace(const GpuJob& job) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(1000 * job.grace_seconds));
}

std::uint32_t limit_ms(const GpuJob& job) {
  return static_cast<std::uint32_t>(std::clamp(job.row_seconds * 1000, 1.0, 1e9));
}

}  // namespace

BatchPipeline::BatchPipeline(const GpuJob& job, WorkPool& pool) : job_(job), pool_(pool) {
  std::size_t largest = 1;
  for (const GpuRow& row : job.rows) {
    layouts_.push_back(lay_out(row.launch));
    largest = std::max(largest, layouts_.back().total_bytes);
  }
  launches_limit_ = static_cast<int>(
      std::clamp<std::size_t>(kSampleBytesLimit / largest, 1,
                              static_cast<std::size_t>(std::max(1, job.timing.sample_limit))));
  slot_bytes_ = largest * static_cast<std::size_t>(launches_limit_);
  batch_limit_ = std::clamp<std::size_t>(job.arena_limit_bytes / kTurns / slot_bytes_, 1,
                                         std::max<std::size_t>(1, job.rows.size()));
}

std::size_t BatchPipeline::arena_bytes() const { return kTurns * batch_limit_ * slot_bytes_; }

std::optional<Loss> BatchPipeline::run(WorkerProcess& worker,
                                       const std::vector<std::uint32_t>& worker_rows,
                                       const SampleSize& launches, bool gate,
                                       const Observer& observer) {
  const std::span<std::byte> arena = worker.arena().bytes();
  std::vector<WorkPool::Task> tasks;
  Batch previous;
  Batch current = plan(observer.next(), launches);
  add_tasks(current, arena, &BatchPipeline::prepare, &tasks);
  pool_.start(std::move(tasks));
  pool_.wait();
  std::optional<Loss> loss;
  while (!current.samples.empty() && !loss) {
    send(worker, worker_rows, gate, current);
    Batch following = plan(observer.next(), launches);
    tasks.clear();
    add_tasks(previous, arena, &BatchPipeline::verify, &tasks);
    add_tasks(following, arena, &BatchPipeline::prepare, &tasks);
    pool_.start(std::move(tasks));
    loss = collect(worker, current, observer);
    pool_.wait();
    report(previous, observer);
    previous = std::move(current);
    current = std::move(following);
  }
  tasks.clear();
  add_tasks(previous, arena, &BatchPipeline::verify, &tasks);
  pool_.start(std::move(tasks));
  pool_.wait();
  report(previous, observer);
  return loss;
}

BatchPipeline::Batch BatchPipeline::plan(const BatchRequest& request, const SampleSize& launches) {
  Batch batch;
  batch.round = request.round;
  const std::size_t part = turn_++ % kTurns * batch_limit_;
  const std::size_t count = std::min(request.rows.size(), batch_limit_);
  for (std::size_t i = 0; i < count; ++i) {
    Sample& sample = batch.samples.emplace_back();
    sample.row = request.rows[i];
    sample.arena_offset = (part + i) * slot_bytes_;
    sample.launches.resize(
        static_cast<std::size_t>(std::clamp(launches(sample.row), 1, launches_limit_)));
  }
  return batch;
}

void BatchPipeline::add_tasks(Batch& batch, std::span<std::byte> arena,
                              void (BatchPipeline::*work)(Sample&, std::size_t,
                                                          std::span<std::byte>) const,
                              std::vector<WorkPool::Task>* tasks) {
  for (Sample& sample : batch.samples) {
    for (std::size_t launch = 0; launch < sample.launches.size(); ++launch) {
      tasks->push_back([=, this, &sample] { (this->*work)(sample, launch, arena); });
    }
  }
}

std::span<std::byte> BatchPipeline::image(const Sample& sample, std::size_t launch,
                                          std::span<std::byte> arena) const {
  const std::size_t bytes = layouts_[sample.row].total_bytes;
  return arena.subspan(sample.arena_offset + launch * bytes, bytes);
}

void BatchPipeline::prepare(Sample& sample, std::size_t launch, std::span<std::byte> arena) const {
  LaunchSlot& slot = sample.launches[launch];
  slot.ready = job_.rows[sample.row].source(fresh_secret());
  slot.secret = fresh_secret();
  write_image(layouts_[sample.row], *slot.ready.launch, slot.secret, image(sample, launch, arena));
}

void BatchPipeline::verify(Sample& sample, std::size_t launch, std::span<std::byte> arena) const {
  if (!sample.finished) return;
  LaunchSlot& slot = sample.launches[launch];
  const ImageLayout& layout = layouts_[sample.row];
  const std::span<const std::byte> bytes = image(sample, launch, arena);
  const base::Launch& shape = job_.rows[sample.row].launch;
  slot.verdict.damage = find_guard_damage(layout, shape, slot.secret, bytes);
  slot.verdict.mismatch = slot.ready.verify(read_buffers(layout, shape, bytes));
  slot.ready = {};
}

/// A worker that is gone shows when its results are collected: the first that is missing names the
/// row.
void BatchPipeline::send(WorkerProcess& worker, const std::vector<std::uint32_t>& worker_rows,
                         bool gate, const Batch& batch) const {
  for (const Sample& sample : batch.samples) {
    RunMessage message;
    message.row = worker_rows[sample.row];
    message.launches = static_cast<std::uint32_t>(sample.launches.size());
    message.arena_offset = sample.arena_offset;
    message.limit_ms = limit_ms(job_);
    message.gate = gate;
    if (!worker.channel().send(FrameKind::kRun, message, Clock::now() + grace(job_))) return;
  }
}

/// Waits no longer for a row that has become hopeless.
Received BatchPipeline::receive(WorkerProcess& worker, std::size_t row, Frame* frame,
                                Clock::time_point deadline) const {
  constexpr std::chrono::milliseconds kGlance(100);
  while (!worker.channel().wait_for_frame(std::min(deadline, Clock::now() + kGlance))) {
    const bool is_hopeless = job_.is_hopeless && job_.is_hopeless(row);
    if (is_hopeless || Clock::now() >= deadline) return Received::kTimedOut;
  }
  return worker.channel().receive(frame, deadline);
}

std::optional<Loss> BatchPipeline::collect(WorkerProcess& worker, Batch& batch,
                                           const Observer& observer) const {
  for (Sample& sample : batch.samples) {
    const auto deadline = Clock::now() + std::chrono::milliseconds(limit_ms(job_)) + grace(job_);
    Frame frame;
    DoneMessage done;
    const Received received = receive(worker, sample.row, &frame, deadline);
    if (received == Received::kTimedOut) {
      return Loss{sample.row, false, true, Status::kSuccess, "the GPU worker does not answer"};
    }
    if (received == Received::kClosed || frame.kind != FrameKind::kDone ||
        !decode(frame.body, &done)) {
      return Loss{sample.row, false, false, Status::kSuccess, {}};
    }
    if (done.status != Status::kSuccess) {
      return Loss{sample.row, done.timed_out, false, done.status, done.text};
    }
    sample.finished = true;
    const double launches = static_cast<double>(sample.launches.size());
    observer.on_time({sample.row, batch.round, done.milliseconds / launches});
  }
  return std::nullopt;
}

void BatchPipeline::report(const Batch& batch, const Observer& observer) const {
  for (const Sample& sample : batch.samples) {
    if (!sample.finished) continue;
    for (const LaunchSlot& slot : sample.launches) observer.on_verdict(sample.row, slot.verdict);
  }
}

}  // namespace bankcheck::gpu
