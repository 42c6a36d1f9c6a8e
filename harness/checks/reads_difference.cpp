#include "checks/reads_difference.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

std::string times(std::int64_t count) {
  if (count == 1) return "once";
  return count == 2 ? "twice" : fmt::format("{} times", count);
}

}  // namespace

std::string reads_difference(const std::vector<std::uint32_t>& read,
                             const std::vector<std::int64_t>& wanted) {
  if (read.empty()) return fmt::format("made no shared read, {} wanted", wanted.size());
  if (read.size() != wanted.size()) {
    return fmt::format("made {}, {} wanted", count_text(read.size(), "shared read", "shared reads"),
                       wanted.size());
  }
  std::map<std::int64_t, std::int64_t> missing;  // how often too rarely each word was read
  for (const std::int64_t word : wanted) ++missing[word];
  for (const std::uint32_t word : read) --missing[word];
  for (const auto& [word, count] : missing) {
    if (count == 0) continue;
    const std::int64_t wanted_count = std::count(wanted.begin(), wanted.end(), word);
    if (count == wanted_count) return fmt::format("never read word {} of the array", word);
    if (wanted_count == 0) return fmt::format("read word {}, which is not one of its words", word);
    return fmt::format("read word {} {}, {} wanted", word, times(wanted_count - count),
                       times(wanted_count));
  }
  return "read other words than it must";
}

}  // namespace bankcheck::checks
