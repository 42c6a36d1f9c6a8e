#include "batch/isolated_rows.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "batch/row_clock.hpp"
#include "gpu/wire_record.hpp"
#include "sandbox/isolated_call.hpp"

namespace bankcheck::batch {
namespace {

using base::RowOutcome;
using sandbox::CallStatus;

struct RowMessage {
  std::uint64_t row = 0;
  base::RowRecord record;
};

std::string message_of(std::size_t row, const base::RowRecord& record) {
  gpu::Encoder encoder;
  encoder(std::uint64_t{row}, record);
  return encoder.take();
}

bool read_message(const std::string& bytes, RowMessage* message) {
  gpu::Decoder decoder(bytes);
  decoder(message->row, message->record);
  return decoder.complete();
}

// --- in the child ---

class ChildRows {
 public:
  ChildRows(std::span<base::RowRecord> records, const std::vector<std::size_t>& rows, RowWork work,
            const RowsLimits& limits, const sandbox::Send& send)
      : records_(records),
        rows_(rows),
        work_(std::move(work)),
        send_(send),
        row_seconds_(limits.row_seconds),
        workers_(static_cast<unsigned>(std::min<std::size_t>(limits.threads, rows.size()))),
        threads_(std::max(1u, limits.threads)),
        clock_(limits.row_seconds, std::max(1u, workers_)) {}

  void run() {
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < workers_; ++i) pool.emplace_back([this] { take_rows(); });
    take_rows();
  }

 private:
  void take_rows() {
    for (std::size_t i = next_++; i < rows_.size(); i = next_++) {
      // The last rows share the threads that no further row will need.
      const auto left = static_cast<unsigned>(std::min<std::size_t>(threads_, rows_.size() - i));
      run_row(rows_[i], threads_ / left);
    }
  }

  void run_row(std::size_t row, unsigned threads) {
    base::RowRecord& record = records_[row];
    {
      const RowClock::Row timed(clock_);
      work_(row, record, threads, timed.is_over());
      if (timed.is_over() && record.outcome == RowOutcome::kNotRun) {
        record.outcome = RowOutcome::kMachineTrouble;
        record.outcome_text =
            fmt::format("the simulator had not finished after {:g} s", row_seconds_);
      }
    }
    const std::lock_guard lock(sending_);
    send_(message_of(row, record));
  }

  std::span<base::RowRecord> records_;
  const std::vector<std::size_t>& rows_;
  RowWork work_;
  const sandbox::Send& send_;
  double row_seconds_;
  unsigned workers_;
  unsigned threads_;
  RowClock clock_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex sending_;
};

// --- in the parent ---

class IsolatedRows {
 public:
  IsolatedRows(std::span<base::RowRecord> records, const std::function<RowWork()>& prepare,
               const RowsLimits& limits, const std::atomic<bool>& stop)
      : records_(records), prepare_(prepare), limits_(limits), stop_(stop) {}

  void run() {
    std::vector<std::size_t> missing;
    for (std::size_t row = 0; row < records_.size(); ++row) missing.push_back(row);
    const auto [status, trouble] = run_in_child(&missing);
    if (status == CallStatus::kCannotRun) {
      for (const std::size_t row : missing) lose(row, trouble);
      return;
    }
    for (const std::size_t row : std::exchange(missing, {})) {
      if (stop_) return;
      std::vector<std::size_t> alone{row};
      const auto ending = run_in_child(&alone);
      if (!alone.empty() && ending.status != CallStatus::kStopped) lose(row, ending.trouble);
    }
  }

 private:
  struct ChildEnding {
    CallStatus status = CallStatus::kFinished;
    std::string trouble;
  };

  void lose(std::size_t row, const std::string& trouble) {
    records_[row].outcome = RowOutcome::kMachineTrouble;
    records_[row].outcome_text = "the simulator failed: " + trouble;
  }

  /// A backstop: the child keeps the limit of each row itself.
  double wall_seconds(std::size_t rows) const {
    constexpr double kLaunchesOfARow = 4;
    constexpr double kOtherWork = 4;  // of the machine, besides
    const double rounds = std::ceil(static_cast<double>(rows) / std::max(1u, limits_.threads));
    return 30 + rounds * limits_.row_seconds * kLaunchesOfARow * kOtherWork;
  }

  sandbox::CallLimits child_limits(std::size_t rows) const {
    sandbox::CallLimits limits;
    limits.wall_seconds = wall_seconds(rows);
    limits.cpu_seconds = limits.wall_seconds * std::max(1u, limits_.threads);
    limits.memory_bytes =
        limits_.memory_bytes + std::max(1u, limits_.threads) * limits_.thread_memory_bytes;
    return limits;
  }

  /// Takes the rows that come back out of `missing`.
  ChildEnding run_in_child(std::vector<std::size_t>* missing) {
    const std::vector<std::size_t> rows = *missing;
    const sandbox::CallOutcome outcome = sandbox::isolated_call(
        [&](const sandbox::Send& send) {
          ChildRows(records_, rows, prepare_(), limits_, send).run();
        },
        child_limits(rows.size()), &stop_);
    for (const std::string& bytes : outcome.messages) take(bytes, missing);
    if (outcome.error_output.empty()) return {outcome.status, outcome.trouble};
    return {outcome.status, outcome.trouble + ": " + outcome.error_output};
  }

  void take(const std::string& bytes, std::vector<std::size_t>* missing) {
    RowMessage message;
    if (!read_message(bytes, &message)) return;
    const auto found = std::find(missing->begin(), missing->end(), message.row);
    if (found == missing->end()) return;
    base::RowRecord& record = records_[message.row];
    // What a row is called is not the child's to say.
    message.record.label = std::move(record.label);
    message.record.origin = record.origin;
    message.record.kernel = std::move(record.kernel);
    message.record.variables = std::move(record.variables);
    record = std::move(message.record);
    missing->erase(found);
  }

  std::span<base::RowRecord> records_;
  const std::function<RowWork()>& prepare_;
  const RowsLimits& limits_;
  const std::atomic<bool>& stop_;
};

}  // namespace

void run_rows_isolated(std::span<base::RowRecord> records, const std::function<RowWork()>& prepare,
                       const RowsLimits& limits, const std::atomic<bool>& stop) {
  if (records.empty() || stop) return;
  IsolatedRows(records, prepare, limits, stop).run();
}

}  // namespace bankcheck::batch
