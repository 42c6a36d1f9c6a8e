// Theory of operation. With a worker in hand the runner goes through four steps:
//   load       every row that still stands, in a module of its own;
//   qualify    each row a few times, untimed: wrong results and crashes show here, and how long a
//              launch takes, from which the launches of a sample follow;
//   warm up    the baseline row until its times agree, so that the clock has settled;
//   measure    rounds of all rows in an order shuffled for each round, until the ratios are known.
// When the worker is lost on the way, the row that was running is blamed (or, when it was the
// machine's fault, tried once more), and the steps start again with a new worker; times that were
// measured stay.
#include "gpu/row_runner.hpp"

#include <algorithm>
#include <random>

#include "gpu/batch_pipeline.hpp"
#include "gpu/row_book.hpp"
#include "gpu/wire_row.hpp"

namespace bankcheck::gpu {
namespace {

using namespace std::chrono_literals;

constexpr auto kLoadLimit = 60s;
constexpr auto kPatience = 2s;
/// A stateful kernel shows at the second or third launch of its module.
constexpr std::size_t kQualifyingLaunches = 3;
constexpr std::size_t kWarmUpBatch = 4;
constexpr std::size_t kWarmUpBatches = 12;
constexpr double kWarmUpTolerance = 0.02;

enum class Step : std::uint8_t { kDone, kWorkerLost };

/// A clock that runs while rounds are measured, also across workers.
class StopWatch {
 public:
  void start() { since_ = Clock::now(); }
  void stop() {
    before_ += Clock::now() - since_;
    since_ = Clock::now();
  }
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(before_ + (Clock::now() - since_)).count();
  }

 private:
  Clock::duration before_{};
  Clock::time_point since_;
};

class RowRunner {
 public:
  RowRunner(Session& session, const GpuJob& job)
      : session_(session),
        job_(job),
        pool_(job.threads),
        pipeline_(job, pool_),
        book_(job),
        worker_rows_(job.rows.size()),
        order_(std::random_device{}()),
        gate_(job.timing.gate) {}

  std::vector<base::RowRecord> run() {
    while (!book_.standing().empty() && run_with_a_worker() == Step::kWorkerLost) {
    }
    return book_.records(is_cancelled());
  }

 private:
  using NextBatch = std::function<BatchRequest()>;

  Step run_with_a_worker();
  Step load();
  bool send_rows();
  bool take_loaded(const std::vector<std::size_t>& rows);
  Step qualify();
  Step warm_up();
  Step measure();
  Step run_batches(bool gate, const NextBatch& next);
  void take_loss(const Loss& loss);
  BatchRequest next_round_batch();
  double round_limit_ms() const;
  bool wants_more_rounds() const;
  bool is_cancelled() const { return job_.is_cancelled && job_.is_cancelled(); }

  Session& session_;
  const GpuJob& job_;
  WorkPool pool_;
  BatchPipeline pipeline_;
  RowBook book_;
  std::vector<std::uint32_t> worker_rows_;  ///< the number of each row in the worker
  std::mt19937_64 order_;

  bool gate_;
  std::size_t rounds_ = 0;
  std::vector<std::size_t> rest_of_round_;
  std::vector<double> latest_ms_;  ///< of the step that is under way
  StopWatch measuring_;
  std::string trouble_;  ///< what the last worker said before it ended
};

Step RowRunner::run_with_a_worker() {
  book_.drop_hopeless();
  if (is_cancelled() || book_.standing().empty()) return Step::kDone;
  if (const base::Diagnostics errors = session_.wait_until_ready(); !errors.empty()) {
    book_.give_up(errors.front().text);
    return Step::kDone;
  }
  for (const auto step :
       {&RowRunner::load, &RowRunner::qualify, &RowRunner::warm_up, &RowRunner::measure}) {
    if ((this->*step)() == Step::kWorkerLost) return Step::kWorkerLost;
  }
  return Step::kDone;
}

Step RowRunner::load() {
  const std::vector<std::size_t> rows = book_.standing();
  if (send_rows() && take_loaded(rows)) return Step::kDone;
  const std::string how = session_.drop_worker(kPatience);
  const std::string text =
      trouble_.empty() ? "the GPU worker " + how + " while it loaded the kernels" : trouble_;
  for (const std::size_t row : rows) book_.take_trouble(row, text);
  return Step::kWorkerLost;
}

bool RowRunner::send_rows() {
  LoadMessage message;
  message.arena_bytes = pipeline_.arena_bytes();
  message.launches_limit = static_cast<std::uint32_t>(pipeline_.launches_limit());
  for (const std::size_t row : book_.standing()) {
    worker_rows_[row] = static_cast<std::uint32_t>(message.rows.size());
    message.rows.push_back(wire_row(job_.rows[row], pipeline_.layout(row)));
  }
  Arena& arena = session_.worker().arena();
  return arena.grow(message.arena_bytes) && arena.map(message.arena_bytes) &&
         session_.worker().channel().send(FrameKind::kLoad, message, Clock::now() + kLoadLimit);
}

bool RowRunner::take_loaded(const std::vector<std::size_t>& rows) {
  const Clock::time_point deadline = Clock::now() + kLoadLimit;
  for (const std::size_t row : rows) {
    Frame frame;
    LoadedMessage loaded;
    TroubleMessage trouble;
    if (session_.worker().channel().receive(&frame, deadline) != Received::kFrame) return false;
    if (frame.kind == FrameKind::kTrouble && decode(frame.body, &trouble)) trouble_ = trouble.text;
    if (frame.kind != FrameKind::kLoaded || !decode(frame.body, &loaded)) return false;
    book_.take_loaded(row, loaded);
  }
  return true;
}

Step RowRunner::qualify() {
  std::vector<std::size_t> queue;
  for (std::size_t i = 0; i < kQualifyingLaunches; ++i) {
    for (const std::size_t row : book_.standing()) queue.push_back(row);
  }
  std::size_t at = 0;
  // A kernel's first launch may have to wait for the card (for local memory, for code that is
  // loaded late), so none of these is gated.
  return run_batches(/*gate=*/false, [&] {
    BatchRequest request;
    book_.drop_hopeless();
    for (; at < queue.size() && request.rows.size() < pipeline_.batch_limit(); ++at) {
      if (book_.stands(queue[at])) request.rows.push_back(queue[at]);
    }
    return request;
  });
}

Step RowRunner::warm_up() {
  if (!job_.timing.wanted || book_.standing().empty()) return Step::kDone;
  book_.plan_samples(pipeline_.launches_limit());
  const BatchRequest request{
      std::vector<std::size_t>(std::min(kWarmUpBatch, pipeline_.batch_limit()), book_.reference()),
      std::nullopt};
  std::size_t batches = 0;
  StopWatch warming;
  warming.start();
  return run_batches(gate_, [&] {
    const bool is_over = is_stable(latest_ms_, kWarmUpBatch, kWarmUpTolerance) ||
                         warming.milliseconds() > job_.timing.warm_up_limit_ms ||
                         batches++ == kWarmUpBatches;
    return is_over ? BatchRequest{} : request;
  });
}

Step RowRunner::measure() {
  if (!job_.timing.wanted) return Step::kDone;
  rest_of_round_.clear();
  measuring_.start();
  const Step step = run_batches(gate_, [this] { return next_round_batch(); });
  measuring_.stop();
  return step;
}

/// The next part of the round that has begun, or the first part of a new one.
BatchRequest RowRunner::next_round_batch() {
  book_.drop_hopeless();
  if (rest_of_round_.empty()) {
    if (!wants_more_rounds()) return {};
    rest_of_round_ = book_.standing();
    std::shuffle(rest_of_round_.begin(), rest_of_round_.end(), order_);
    book_.begin_round(rounds_++);
  }
  BatchRequest request;
  request.round = rounds_ - 1;
  const std::size_t count = std::min(rest_of_round_.size(), pipeline_.batch_limit());
  const auto end = rest_of_round_.begin() + static_cast<std::ptrdiff_t>(count);
  request.rows.assign(rest_of_round_.begin(), end);
  rest_of_round_.erase(rest_of_round_.begin(), end);
  return request;
}

/// Launches of large buffers take the host longer to prepare than the card to run: fewer rounds
/// than asked for are worth some waiting.
double RowRunner::round_limit_ms() const {
  const TimingOptions& timing = job_.timing;
  return rounds_ < static_cast<std::size_t>(timing.minimum_rounds)
             ? std::max(timing.time_limit_ms, timing.patience_ms)
             : timing.time_limit_ms;
}

bool RowRunner::wants_more_rounds() const {
  return !is_cancelled() && !book_.standing().empty() &&
         rounds_ < static_cast<std::size_t>(job_.timing.maximum_rounds) &&
         measuring_.milliseconds() < round_limit_ms() && !is_settled(book_.measured(), job_.timing);
}

Step RowRunner::run_batches(bool gate, const NextBatch& next) {
  latest_ms_.clear();
  BatchPipeline::Observer observer;
  observer.next = next;
  observer.on_time = [this](const SampleTime& time) {
    latest_ms_.push_back(time.launch_ms);
    book_.take_time(time);
  };
  observer.on_verdict = [this](std::size_t row, const LaunchVerdict& verdict) {
    book_.take_verdict(row, verdict);
  };
  const auto launches = [this](std::size_t row) { return book_.launches_per_sample(row); };
  const auto loss = pipeline_.run(session_.worker(), worker_rows_, launches, gate, observer);
  if (!loss) return Step::kDone;
  take_loss(*loss);
  return Step::kWorkerLost;
}

/// A worker that stands still in a call of the driver may be waiting for its own gate: no row is
/// blamed before it has happened without one.
void RowRunner::take_loss(const Loss& loss) {
  const bool ends_by_itself = loss.status == Status::kSuccess && !loss.unanswered;
  const std::string how = session_.drop_worker(ends_by_itself ? kPatience : 0s);
  book_.drop_hopeless();
  if (!book_.stands(loss.row)) return;
  if (loss.unanswered && gate_) {
    gate_ = false;
  } else {
    book_.take_loss(loss, how);
  }
}

}  // namespace

std::vector<base::RowRecord> run_rows(Session& session, const GpuJob& job) {
  return RowRunner(session, job).run();
}

}  // namespace bankcheck::gpu
