// What a batch shows while it runs: a bar on a terminal, a line now and then in a log.
#pragma once

#include <chrono>
#include <iosfwd>
#include <map>
#include <string>

#include "batch/stored_result.hpp"

namespace bankcheck::cli {

class BatchProgress {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `total` submissions are to be graded. With `columns`, those of a terminal, one line is drawn
  /// over and over; with 0 there are lines for a log.
  BatchProgress(std::ostream& out, std::size_t columns, std::size_t total, Time now);

  void add(const batch::StoredResult& result, Time now);
  /// A line of its own, whatever the bar shows.
  void say(const std::string& text);
  void tick(std::size_t running, Time now);
  /// Takes the bar away.
  void finish();

 private:
  std::string counts() const;
  std::string line(Time now) const;
  void erase_bar();

  std::ostream& out_;
  std::size_t columns_;
  std::size_t total_;
  std::size_t done_ = 0;
  std::size_t running_ = 0;
  std::size_t next_line_ = 0;
  bool drawn_ = false;
  Time start_;
  Time last_drawn_;
  std::map<std::string, std::size_t> by_standing_;
};

/// The columns of the terminal that standard output is; 80 when it does not say.
std::size_t terminal_columns();

/// `45 s`, `3 min 20 s`, `2 h 5 min`.
std::string duration_text(double seconds);

}  // namespace bankcheck::cli
