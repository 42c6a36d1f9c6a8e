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

  /// `total` submissions are to be graded. With `bar` one line is drawn over and over.
  BatchProgress(std::ostream& out, bool bar, std::size_t total, Time now);

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
  bool bar_;
  std::size_t total_;
  std::size_t done_ = 0;
  std::size_t running_ = 0;
  std::size_t next_line_ = 0;
  bool drawn_ = false;
  Time start_;
  Time last_drawn_;
  std::map<std::string, std::size_t> by_standing_;
};

/// `45 s`, `3 min 20 s`, `2 h 5 min`.
std::string duration_text(double seconds);

}  // namespace bankcheck::cli
