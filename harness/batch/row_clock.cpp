#include "batch/row_clock.hpp"

#include <chrono>

#include <time.h>

namespace bankcheck::batch {
namespace {

constexpr auto kTick = std::chrono::milliseconds(20);

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

RowClock::RowClock(double row_seconds, unsigned rows_at_once)
    : row_seconds_(row_seconds),
      rows_at_once_(rows_at_once),
      watch_([this](const std::stop_token& end) { watch(end); }) {}

void RowClock::watch(const std::stop_token& end) {
  std::unique_lock lock(mutex_);
  while (!end.stop_requested()) {
    const double now = cpu_seconds();
    for (Row* row : rows_) {
      if ((now - row->started_) / rows_at_once_ > row_seconds_) row->is_over_ = true;
    }
    ending_.wait_for(lock, end, kTick, [] { return false; });
  }
}

RowClock::Row::Row(RowClock& clock) : clock_(clock), started_(cpu_seconds()) {
  const std::lock_guard lock(clock_.mutex_);
  clock_.rows_.insert(this);
}

RowClock::Row::~Row() {
  const std::lock_guard lock(clock_.mutex_);
  clock_.rows_.erase(this);
}

}  // namespace bankcheck::batch
