// The limit on the time of each row, kept inside of the process that runs them.
//
// Theory of operation. What is limited is computing, not waiting: on a machine that does other work
// besides, or that was suspended, a row gets as much of it as anywhere. It is measured as the
// process's CPU time since the row began, divided by the rows that can run at once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace bankcheck::batch {

class RowClock {
 public:
  RowClock(double row_seconds, unsigned rows_at_once);

  /// One row that runs; it is timed until it is destroyed.
  class Row {
   public:
    explicit Row(RowClock& clock);
    ~Row();
    Row(const Row&) = delete;
    Row& operator=(const Row&) = delete;

    /// Becomes true when the row's time is over.
    const std::atomic<bool>& is_over() const { return is_over_; }

   private:
    friend class RowClock;
    RowClock& clock_;
    double started_;
    std::atomic<bool> is_over_{false};
  };

 private:
  void watch(const std::stop_token& end);

  double row_seconds_;
  double rows_at_once_;
  std::mutex mutex_;
  std::condition_variable_any ending_;
  std::set<Row*> rows_;
  std::jthread watch_;
};

}  // namespace bankcheck::batch
