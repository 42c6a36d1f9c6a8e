#include "checks/text.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace bankcheck::checks {

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-infinity" : "infinity";
  if (value == std::floor(value) && std::fabs(value) < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{:.9g}", value);
}

std::string ratio_text(double value) {
  return std::isfinite(value) ? fmt::format("{:.2f}", value) : number_text(value);
}

std::string points_text(double points) {
  std::string text = fmt::format("{:.2f}", points);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string count_text(std::uint64_t count, const std::string& singular,
                       const std::string& plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::string place_text(const base::Dim3& place) {
  if (place.z != 0) return fmt::format("({},{},{})", place.x, place.y, place.z);
  if (place.y != 0) return fmt::format("({},{})", place.x, place.y);
  return std::to_string(place.x);
}

std::string thread_text(const base::ThreadId& thread) {
  return fmt::format("block {} thread {}", place_text(thread.block), place_text(thread.thread));
}

std::string mismatch_text(const base::Mismatch& mismatch) {
  const std::string where = mismatch.thread
                                ? thread_text(*mismatch.thread)
                                : fmt::format("{}[{}]", mismatch.buffer, mismatch.index);
  if (mismatch.never_written) {
    return fmt::format("{}: never written, wanted {}", where, number_text(mismatch.wanted));
  }
  return fmt::format("{}: {}, wanted {}", where, number_text(mismatch.found),
                     number_text(mismatch.wanted));
}

std::string line_text(const base::SourceLine& line) {
  if (line.line == 0) return "";
  const std::size_t slash = line.file.find_last_of('/');
  const std::string name = slash == std::string::npos ? line.file : line.file.substr(slash + 1);
  if (name.empty()) return fmt::format("line {}", line.line);
  return fmt::format("{}:{}", name, line.line);
}

std::string fault_line_text(const base::RowRecord& record) {
  const auto& hazards = record.hazards;
  return hazards.empty() || !hazards.back().fatal ? "" : line_text(hazards.back().line);
}

/// The file compiles, but not to what the rubric launches: its text says what is missing. What does
/// not compile has no text; the compiler's message is shown once for all rows.
static bool has_no_launch(const base::RowRecord& record) {
  return record.outcome == base::RowOutcome::kCompileError && !record.outcome_text.empty();
}

const char* outcome_text(base::RowOutcome outcome) {
  static constexpr std::array<const char*, 8> kTexts = {
      "ok",      "wrong result",  "did not compile", "timed out",
      "crashed", "not supported", "machine trouble", "not run"};
  return kTexts.at(static_cast<std::size_t>(outcome));
}

const char* outcome_verb(base::RowOutcome outcome) {
  static constexpr std::array<const char*, 8> kTexts = {
      "ran",     "gave a wrong result",   "did not compile",     "ran into its time limit",
      "crashed", "is not supported here", "met machine trouble", "was not run"};
  return kTexts.at(static_cast<std::size_t>(outcome));
}

const char* outcome_text(const base::RowRecord& record) {
  return has_no_launch(record) ? "cannot be launched" : outcome_text(record.outcome);
}

const char* outcome_verb(const base::RowRecord& record) {
  return has_no_launch(record) ? "cannot be launched" : outcome_verb(record.outcome);
}

const char* hazard_text(base::HazardKind kind) {
  static constexpr std::array<const char*, 12> kTexts = {
      "race",          "missing barrier",   "divergent barrier", "uninitialised read",
      "out of bounds", "misaligned access", "endless loop",      "deadlock",
      "trap",          "assertion",         "unsupported",       "guard word touched"};
  return kTexts.at(static_cast<std::size_t>(kind));
}

}  // namespace bankcheck::checks
