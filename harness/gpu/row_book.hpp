// What is known of each row while a sweep runs, and what in the end is said of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/run_record.hpp"
#include "gpu/batch_pipeline.hpp"
#include "gpu/gpu_job.hpp"
#include "gpu/measurement.hpp"

namespace bankcheck::gpu {

class RowBook {
 public:
  explicit RowBook(const GpuJob& job);

  /// Rows that have not failed, in the job's order.
  std::vector<std::size_t> standing() const;
  bool stands(std::size_t row) const { return states_[row].stands; }
  /// Rows that are known to end badly stand no more.
  void drop_hopeless();
  /// The baseline, or the first row that stands when there is none.
  std::size_t reference() const;
  /// Settles how many launches a sample of each row has, from the launches seen so far.
  void plan_samples(int limit);
  /// 1 before plan_samples().
  int launches_per_sample(std::size_t row) const { return states_[row].launches_per_sample; }
  Measured measured() const;

  void begin_round(std::size_t round);
  void take_loaded(std::size_t row, const LoadedMessage& loaded);
  void take_time(const SampleTime& time);
  void take_verdict(std::size_t row, const LaunchVerdict& verdict);
  /// Blames the row that was under way. `how_worker_ended` in words.
  void take_loss(const Loss& loss, const std::string& how_worker_ended);
  /// Something that is not the row's fault: it may be tried once more, then it is given up.
  void take_trouble(std::size_t row, const std::string& text);
  /// The machine cannot go on.
  void give_up(const std::string& text);

  std::vector<base::RowRecord> records(bool cancelled) const;

 private:
  struct State {
    base::RowRecord record;
    bool stands = true;
    int troubles = 0;
    std::optional<double> shortest_ms;
    int launches_per_sample = 1;
    RoundTimes times;
  };

  void fail(std::size_t row, base::RowOutcome outcome, std::string text);
  void fail(std::size_t row, base::RowOutcome outcome, base::HazardKind kind, std::string text);
  const RoundTimes* baseline_times() const;

  const GpuJob& job_;
  std::vector<State> states_;
  std::optional<std::size_t> baseline_;
};

}  // namespace bankcheck::gpu
