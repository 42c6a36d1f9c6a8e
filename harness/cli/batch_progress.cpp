#include "cli/batch_progress.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/escape.hpp"
#include "batch/class_summary.hpp"

namespace bankcheck::cli {
namespace {

constexpr std::size_t kBarCells = 24;
constexpr std::chrono::milliseconds kRedraw{200};
constexpr std::size_t kLines = 20;  ///< of progress in a log, whatever the size of the class

double seconds_between(BatchProgress::Time start, BatchProgress::Time end) {
  return std::chrono::duration<double>(end - start).count();
}

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::size_t terminal_columns() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsual;
}

BatchProgress::BatchProgress(std::ostream& out, std::size_t columns, std::size_t total, Time now)
    : out_(out), columns_(columns), total_(total), start_(now), last_drawn_(now) {
  next_line_ = std::max<std::size_t>(1, total_ / kLines);
}

void BatchProgress::add(const batch::StoredResult& result, Time now) {
  ++done_;
  ++by_standing_[batch::standing(result.entry)];
  if (columns_ > 0 || (done_ < next_line_ && done_ < total_)) return;
  out_ << line(now) << std::endl;
  next_line_ = done_ + std::max<std::size_t>(1, total_ / kLines);
}

void BatchProgress::say(const std::string& text) {
  erase_bar();
  out_ << base::escape_terminal(text, 1000) << std::endl;
}

void BatchProgress::tick(std::size_t running, Time now) {
  running_ = running;
  if (columns_ == 0 || total_ == 0 || (drawn_ && now - last_drawn_ < kRedraw)) return;
  const std::size_t cells = kBarCells * done_ / total_;
  const std::string bar =
      "[" + std::string(cells, '#') + std::string(kBarCells - cells, '.') + "] " + line(now);
  erase_bar();
  out_ << bar.substr(0, columns_ - 1) << std::flush;  // a line that wraps could not be erased
  drawn_ = true;
  last_drawn_ = now;
}

void BatchProgress::finish() { erase_bar(); }

void BatchProgress::erase_bar() {
  if (drawn_) out_ << "\r\x1b[K" << std::flush;
  drawn_ = false;
}

std::string BatchProgress::counts() const {
  std::string text;
  for (const auto& [word, count] : by_standing_) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
  }
  return text;
}

std::string BatchProgress::line(Time now) const {
  std::string text = fmt::format("{} of {} graded", done_, total_);
  if (done_ == 0) return text;
  const double seconds = std::max(0.001, seconds_between(start_, now));
  const double rate = static_cast<double>(done_) / seconds;
  text += fmt::format(": {}; {:.1f} a second", counts(), rate);
  if (done_ < total_) {
    text += fmt::format(", {} left", duration_text(static_cast<double>(total_ - done_) / rate));
  }
  return text;
}

}  // namespace bankcheck::cli
