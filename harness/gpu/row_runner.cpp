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
#include <limits>
#include <random>

#include <fmt/format.h>

#include "gpu/batch_pipeline.hpp"
#include "gpu/measurement.hpp"
#include "gpu/wire_row.hpp"

namespace bankcheck::gpu {
namespace {

using namespace std::chrono_literals;

constexpr auto kLoadLimit = 60s;
constexpr auto kPatience = 2s;
/// A stateful kernel shows at the second or third launch of its module.
constexpr int kQualifyingLaunches = 3;
constexpr std::size_t kWarmUpBatch = 4;
constexpr std::size_t kWarmUpBatches = 12;
constexpr double kWarmUpTolerance = 0.02;
constexpr int kTriesAfterTrouble = 1;

struct RowState {
  base::RowRecord record;
  bool stands = true;
  int troubles = 0;
  std::optional<double> shortest_ms;
  RoundTimes times;
};

enum class Step : std::uint8_t { kDone, kWorkerLost };

class RowRunner {
 public:
  RowRunner(Session& session, const GpuJob& job)
      : session_(session),
        job_(job),
        pool_(job.threads),
        pipeline_(job, pool_),
        states_(job.rows.size()),
        worker_rows_(job.rows.size()),
        order_(std::random_device{}()) {
    for (std::size_t row = 0; row < states_.size(); ++row) {
      states_[row].record.label = job.rows[row].label;
      if (job.rows[row].label == job.baseline) baseline_ = row;
    }
  }

  std::vector<base::RowRecord> run() {
    while (!standing().empty()) {
      if (run_with_a_worker() == Step::kDone) break;
    }
    return records();
  }

 private:
  Step run_with_a_worker();
  Step load();
  bool send_rows();
  bool take_loaded(const std::vector<std::size_t>& rows);
  Step qualify();
  Step warm_up();
  Step measure();
  Step run_batches(int launches, const std::function<BatchRequest()>& next);

  BatchRequest next_round_batch();
  bool wants_more_rounds() const;
  Measured measured() const;

  void take_time(const SampleTime& time);
  void take_verdict(std::size_t row, const LaunchVerdict& verdict);
  void take_loss(const Loss& loss);
  void give_up(const base::Diagnostics& errors);
  void fail(std::size_t row, base::RowOutcome outcome, std::string text);
  void fail(std::size_t row, base::RowOutcome outcome, base::HazardKind kind, std::string text);

  std::vector<std::size_t> standing() const;
  bool is_cancelled() const { return job_.is_cancelled && job_.is_cancelled(); }
  std::vector<base::RowRecord> records();

  Session& session_;
  const GpuJob& job_;
  WorkPool pool_;
  BatchPipeline pipeline_;
  std::vector<RowState> states_;
  std::vector<std::uint32_t> worker_rows_;
  std::optional<std::size_t> baseline_;
  std::mt19937_64 order_;

  int launches_per_sample_ = 1;
  std::size_t rounds_ = 0;
  std::vector<std::size_t> rest_of_round_;
  std::vector<double> warm_up_ms_;
  double measuring_ms_ = 0;
  Clock::time_point measuring_since_;
  std::string trouble_;  ///< what the last worker said before it ended
};

Step RowRunner::run_with_a_worker() {
  if (is_cancelled()) return Step::kDone;
  if (const base::Diagnostics errors = session_.wait_until_ready(); !errors.empty()) {
    give_up(errors);
    return Step::kDone;
  }
  for (const auto step :
       {&RowRunner::load, &RowRunner::qualify, &RowRunner::warm_up, &RowRunner::measure}) {
    if ((this->*step)() == Step::kWorkerLost) return Step::kWorkerLost;
  }
  return Step::kDone;
}

Step RowRunner::load() {
  const std::vector<std::size_t> rows = standing();
  if (send_rows() && take_loaded(rows)) return Step::kDone;
  const std::string how = session_.drop_worker(kPatience);
  const std::string text =
      trouble_.empty() ? "the GPU worker " + how + " while it loaded the kernels" : trouble_;
  for (const std::size_t row : rows) {
    if (++states_[row].troubles > kTriesAfterTrouble) {
      fail(row, base::RowOutcome::kMachineTrouble, text);
    }
  }
  return Step::kWorkerLost;
}

bool RowRunner::send_rows() {
  LoadMessage message;
  message.arena_bytes = pipeline_.arena_bytes();
  message.launches_limit = static_cast<std::uint32_t>(pipeline_.launches_limit());
  for (const std::size_t row : standing()) {
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
    if (session_.worker().channel().receive(&frame, deadline) != Received::kFrame) return false;
    TroubleMessage trouble;
    if (frame.kind == FrameKind::kTrouble && decode(frame.body, &trouble)) trouble_ = trouble.text;
    if (frame.kind != FrameKind::kLoaded || !decode(frame.body, &loaded)) return false;
    base::RowRecord& record = states_[row].record;
    record.registers = static_cast<std::uint32_t>(loaded.function.registers);
    record.shared_bytes = static_cast<std::uint32_t>(loaded.function.shared_bytes) +
                          job_.rows[row].launch.dynamic_shared_bytes;
    record.resident_blocks_per_sm = loaded.function.resident_blocks;
    if (loaded.status != Status::kSuccess) {
      fail(row, meaning(loaded.status).outcome, loaded.text);
    }
  }
  return true;
}

Step RowRunner::qualify() {
  std::vector<std::size_t> queue;
  for (int i = 0; i < kQualifyingLaunches; ++i) {
    for (const std::size_t row : standing()) queue.push_back(row);
  }
  std::size_t at = 0;
  return run_batches(1, [&] {
    BatchRequest request;
    while (at < queue.size() && request.rows.size() < pipeline_.batch_limit()) {
      if (states_[queue[at]].stands) request.rows.push_back(queue[at]);
      ++at;
    }
    return request;
  });
}

Step RowRunner::warm_up() {
  const std::vector<std::size_t> rows = standing();
  if (!job_.timing.wanted || rows.empty()) return Step::kDone;
  double shortest_ms = std::numeric_limits<double>::infinity();
  for (const std::size_t row : rows) {
    shortest_ms = std::min(shortest_ms, states_[row].shortest_ms.value_or(shortest_ms));
  }
  launches_per_sample_ =
      launches_per_sample(shortest_ms, job_.timing.sample_ms,
                          std::min(job_.timing.sample_limit, pipeline_.launches_limit()));

  const std::size_t row = baseline_ && states_[*baseline_].stands ? *baseline_ : rows.front();
  warm_up_ms_.clear();
  std::size_t batches = 0;
  return run_batches(launches_per_sample_, [&] {
    if (is_stable(warm_up_ms_, kWarmUpBatch, kWarmUpTolerance) || batches++ == kWarmUpBatches) {
      return BatchRequest{};
    }
    const std::size_t count = std::min(kWarmUpBatch, pipeline_.batch_limit());
    return BatchRequest{std::vector<std::size_t>(count, row), std::nullopt};
  });
}

Step RowRunner::measure() {
  if (!job_.timing.wanted) return Step::kDone;
  rest_of_round_.clear();
  measuring_since_ = Clock::now();
  const Step step = run_batches(launches_per_sample_, [this] { return next_round_batch(); });
  measuring_ms_ +=
      std::chrono::duration<double, std::milli>(Clock::now() - measuring_since_).count();
  return step;
}

/// The next part of the round that has begun, or the first part of a new one.
BatchRequest RowRunner::next_round_batch() {
  if (rest_of_round_.empty()) {
    if (!wants_more_rounds()) return {};
    rest_of_round_ = standing();
    std::shuffle(rest_of_round_.begin(), rest_of_round_.end(), order_);
    for (RowState& state : states_) state.times.resize(rounds_ + 1);
    ++rounds_;
  }
  BatchRequest request;
  request.round = rounds_ - 1;
  const std::size_t count = std::min(rest_of_round_.size(), pipeline_.batch_limit());
  const auto end = rest_of_round_.begin() + static_cast<std::ptrdiff_t>(count);
  request.rows.assign(rest_of_round_.begin(), end);
  rest_of_round_.erase(rest_of_round_.begin(), end);
  return request;
}

bool RowRunner::wants_more_rounds() const {
  if (is_cancelled()) return false;
  const double spent_ms =
      measuring_ms_ +
      std::chrono::duration<double, std::milli>(Clock::now() - measuring_since_).count();
  return !standing().empty() && rounds_ < static_cast<std::size_t>(job_.timing.maximum_rounds) &&
         spent_ms < job_.timing.time_limit_ms && !is_settled(measured(), job_.timing);
}

Measured RowRunner::measured() const {
  Measured result;
  for (const std::size_t row : standing()) {
    if (row == baseline_) {
      result.baseline = &states_[row].times;
    } else {
      result.rows.push_back(&states_[row].times);
    }
  }
  return result;
}

Step RowRunner::run_batches(int launches, const std::function<BatchRequest()>& next) {
  BatchPipeline::Observer observer;
  observer.next = next;
  observer.on_time = [this](const SampleTime& time) { take_time(time); };
  observer.on_verdict = [this](std::size_t row, const LaunchVerdict& verdict) {
    take_verdict(row, verdict);
  };
  const auto loss = pipeline_.run(session_.worker(), worker_rows_, launches, observer);
  if (!loss) return Step::kDone;
  take_loss(*loss);
  return Step::kWorkerLost;
}

void RowRunner::take_time(const SampleTime& time) {
  RowState& state = states_[time.row];
  state.shortest_ms = std::min(state.shortest_ms.value_or(time.launch_ms), time.launch_ms);
  if (time.round) {
    state.times[*time.round] = time.launch_ms;
  } else {
    warm_up_ms_.push_back(time.launch_ms);
  }
}

void RowRunner::take_verdict(std::size_t row, const LaunchVerdict& verdict) {
  if (!states_[row].stands) return;
  if (verdict.damage) {
    fail(row, base::RowOutcome::kCrashed, base::HazardKind::kGuardWordTouched,
         verdict.damage->sentence());
  } else if (verdict.mismatch) {
    states_[row].record.mismatch = verdict.mismatch;
    fail(row, base::RowOutcome::kWrongResult, {});
  }
}

void RowRunner::take_loss(const Loss& loss) {
  const std::string how = session_.drop_worker(loss.status == Status::kSuccess && !loss.timed_out
                                                   ? Clock::duration(kPatience)
                                                   : Clock::duration::zero());
  if (!loss.row || !states_[*loss.row].stands) return;
  const std::size_t row = *loss.row;
  const StatusMeaning what = meaning(loss.status);
  if (loss.timed_out) {
    fail(row, base::RowOutcome::kTimedOut, base::HazardKind::kEndlessLoop,
         fmt::format("the kernel had not finished after {:g} s", job_.row_seconds));
  } else if (loss.status != Status::kSuccess && what.outcome != base::RowOutcome::kMachineTrouble) {
    fail(row, what.outcome, what.hazard,
         fmt::format("{} ({})", what.text, status_name(loss.status)));
  } else if (++states_[row].troubles > kTriesAfterTrouble) {
    fail(row, base::RowOutcome::kMachineTrouble,
         loss.text.empty() ? "the GPU worker " + how + " while it ran this row" : loss.text);
  }
}

void RowRunner::give_up(const base::Diagnostics& errors) {
  for (const std::size_t row : standing()) {
    fail(row, base::RowOutcome::kMachineTrouble, errors.front().text);
  }
}

void RowRunner::fail(std::size_t row, base::RowOutcome outcome, std::string text) {
  states_[row].stands = false;
  states_[row].record.outcome = outcome;
  states_[row].record.outcome_text = std::move(text);
}

void RowRunner::fail(std::size_t row, base::RowOutcome outcome, base::HazardKind kind,
                     std::string text) {
  base::Hazard hazard;
  hazard.kind = kind;
  hazard.fatal = true;
  hazard.text = text;
  states_[row].record.hazards.push_back(std::move(hazard));
  fail(row, outcome, std::move(text));
}

std::vector<std::size_t> RowRunner::standing() const {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < states_.size(); ++row) {
    if (states_[row].stands) rows.push_back(row);
  }
  return rows;
}

std::vector<base::RowRecord> RowRunner::records() {
  const RoundTimes* baseline =
      baseline_ && states_[*baseline_].stands ? &states_[*baseline_].times : nullptr;
  std::vector<base::RowRecord> result;
  for (std::size_t row = 0; row < states_.size(); ++row) {
    RowState& state = states_[row];
    if (state.stands && is_cancelled()) {
      state.record.outcome_text = "cancelled";
    } else if (state.stands) {
      state.record.outcome = base::RowOutcome::kOk;
      if (job_.timing.wanted) {
        state.record.timing = summarise(state.times, baseline, job_.rows[row].useful_bytes,
                                        launches_per_sample_, job_.timing);
      }
    }
    result.push_back(std::move(state.record));
  }
  return result;
}

}  // namespace

std::vector<base::RowRecord> run_rows(Session& session, const GpuJob& job) {
  return RowRunner(session, job).run();
}

}  // namespace bankcheck::gpu
