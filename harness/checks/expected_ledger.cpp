#include "checks/expected_ledger.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "checks/text.hpp"
#include "rubric/expected.hpp"

namespace bankcheck::checks {
namespace {

bool depends_on_block(const rubric::LedgerSpec& spec) {
  static constexpr std::array<const char*, 4> kNames = {"bx", "by", "bz", "thread"};
  return std::any_of(kNames.begin(), kNames.end(), [&](const char* name) {
    return spec.word.names().contains(name) || spec.count.names().contains(name);
  });
}

std::string times(std::int64_t count) {
  if (count == 1) return "once";
  return count == 2 ? "twice" : fmt::format("{} times", count);
}

}  // namespace

base::Result<ExpectedLedger> ExpectedLedger::make(const rubric::LedgerSpec& spec,
                                                  const rubric::Geometry& geometry,
                                                  std::uint32_t lowest_word) {
  const std::uint64_t per_block = geometry.block.count();
  const std::uint64_t threads =
      depends_on_block(spec) ? per_block * geometry.grid.count() : per_block;
  ExpectedLedger ledger;
  ledger.digests_.reserve(threads);
  for (std::uint64_t index = 0; index < threads; ++index) {
    const rubric::Geometry::Place place = geometry.place(index);
    const auto words = rubric::expected_reads(spec, geometry, {place.block, place.thread});
    if (!words) return words.errors();
    sim::ReadDigest digest;
    for (const std::int64_t word : words.value()) {
      digest.add(static_cast<std::uint32_t>(word) + lowest_word);
    }
    ledger.digests_.push_back(digest);
  }
  return ledger;
}

std::optional<std::size_t> ExpectedLedger::first_difference(
    const std::vector<sim::ReadDigest>& reads) const {
  for (std::size_t thread = 0; thread < reads.size(); ++thread) {
    if (!(reads[thread] == wanted(thread))) return thread;
  }
  return std::nullopt;
}

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
