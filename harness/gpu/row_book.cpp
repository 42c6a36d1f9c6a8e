#include "gpu/row_book.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace bankcheck::gpu {
namespace {

constexpr int kTriesAfterTrouble = 1;

}  // namespace

RowBook::RowBook(const GpuJob& job) : job_(job), states_(job.rows.size()) {
  for (std::size_t row = 0; row < states_.size(); ++row) {
    states_[row].record.label = job.rows[row].label;
    if (job.rows[row].label == job.baseline) baseline_ = row;
  }
}

std::vector<std::size_t> RowBook::standing() const {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < states_.size(); ++row) {
    if (states_[row].stands) rows.push_back(row);
  }
  return rows;
}

std::size_t RowBook::reference() const {
  return baseline_ && stands(*baseline_) ? *baseline_ : standing().front();
}

void RowBook::drop_hopeless() {
  if (!job_.is_hopeless) return;
  for (const std::size_t row : standing()) {
    if (job_.is_hopeless(row))
      fail(row, base::RowOutcome::kNotRun, "not run to its end on the card");
  }
}

void RowBook::plan_samples(int limit) {
  for (State& state : states_) {
    state.launches_per_sample =
        gpu::launches_per_sample(state.shortest_ms.value_or(0), job_.timing.sample_ms,
                                 std::min(job_.timing.sample_limit, limit));
  }
}

const RoundTimes* RowBook::baseline_times() const {
  return baseline_ && stands(*baseline_) ? &states_[*baseline_].times : nullptr;
}

Measured RowBook::measured() const {
  Measured result;
  result.baseline = baseline_times();
  for (const std::size_t row : standing()) {
    if (row != baseline_) result.rows.push_back(&states_[row].times);
  }
  return result;
}

void RowBook::begin_round(std::size_t round) {
  for (State& state : states_) state.times.resize(round + 1);
}

void RowBook::take_loaded(std::size_t row, const LoadedMessage& loaded) {
  base::RowRecord& record = states_[row].record;
  record.registers = static_cast<std::uint32_t>(loaded.function.registers);
  record.shared_bytes = static_cast<std::uint32_t>(loaded.function.shared_bytes) +
                        job_.rows[row].launch.dynamic_shared_bytes;
  record.resident_blocks_per_sm = loaded.function.resident_blocks;
  if (loaded.status != Status::kSuccess) fail(row, meaning(loaded.status).outcome, loaded.text);
}

void RowBook::take_time(const SampleTime& time) {
  State& state = states_[time.row];
  state.shortest_ms = std::min(state.shortest_ms.value_or(time.launch_ms), time.launch_ms);
  if (time.round) state.times[*time.round] = time.launch_ms;
}

void RowBook::take_verdict(std::size_t row, const LaunchVerdict& verdict) {
  if (!stands(row)) return;
  if (verdict.damage) {
    fail(row, base::RowOutcome::kCrashed, base::HazardKind::kGuardWordTouched,
         verdict.damage->sentence());
  } else if (verdict.mismatch) {
    states_[row].record.mismatch = verdict.mismatch;
    fail(row, base::RowOutcome::kWrongResult, {});
  }
}

void RowBook::take_loss(const Loss& loss, const std::string& how_worker_ended) {
  if (!stands(loss.row)) return;
  const StatusMeaning what = meaning(loss.status);
  if (loss.timed_out || loss.unanswered) {
    fail(loss.row, base::RowOutcome::kTimedOut, base::HazardKind::kEndlessLoop,
         fmt::format("the kernel had not finished after {:g} s", job_.row_seconds));
  } else if (loss.status == Status::kSuccess) {
    take_trouble(loss.row, "the GPU worker " + how_worker_ended + " while it ran this row");
  } else if (what.outcome == base::RowOutcome::kMachineTrouble) {
    take_trouble(loss.row, loss.text);
  } else {
    fail(loss.row, what.outcome, what.hazard,
         fmt::format("{} ({})", what.text, status_name(loss.status)));
  }
}

void RowBook::take_trouble(std::size_t row, const std::string& text) {
  if (++states_[row].troubles > kTriesAfterTrouble) {
    fail(row, base::RowOutcome::kMachineTrouble, text);
  }
}

void RowBook::give_up(const std::string& text) {
  for (const std::size_t row : standing()) fail(row, base::RowOutcome::kMachineTrouble, text);
}

void RowBook::fail(std::size_t row, base::RowOutcome outcome, std::string text) {
  states_[row].stands = false;
  states_[row].record.outcome = outcome;
  states_[row].record.outcome_text = std::move(text);
}

void RowBook::fail(std::size_t row, base::RowOutcome outcome, base::HazardKind kind,
                   std::string text) {
  base::Hazard hazard;
  hazard.kind = kind;
  hazard.fatal = true;
  hazard.text = text;
  states_[row].record.hazards.push_back(std::move(hazard));
  fail(row, outcome, std::move(text));
}

std::vector<base::RowRecord> RowBook::records(bool cancelled) const {
  std::vector<base::RowRecord> result;
  for (std::size_t row = 0; row < states_.size(); ++row) {
    base::RowRecord& record = result.emplace_back(states_[row].record);
    if (!stands(row)) continue;
    if (cancelled) {
      record.outcome_text = "cancelled";
      continue;
    }
    record.outcome = base::RowOutcome::kOk;
    if (job_.timing.wanted) {
      record.timing = summarise(states_[row].times, baseline_times(), job_.rows[row].useful_bytes,
                                states_[row].launches_per_sample, job_.timing);
    }
  }
  return result;
}

}  // namespace bankcheck::gpu
