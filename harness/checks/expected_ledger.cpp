#include "checks/expected_ledger.hpp"

#include "rubric/expected.hpp"

namespace bankcheck::checks {
base::Result<ExpectedLedger> ExpectedLedger::make(const rubric::LedgerSpec& spec,
                                                  const rubric::Geometry& geometry,
                                                  std::uint32_t lowest_word) {
  const auto expected = rubric::ExpectedReads::bind(spec, geometry);
  if (!expected) return expected.errors();
  std::uint64_t threads = geometry.block.count();
  if (!expected.value().same_in_every_block()) threads *= geometry.grid.count();
  ExpectedLedger ledger;
  ledger.digests_.reserve(threads);
  for (std::uint64_t index = 0; index < threads; ++index) {
    const rubric::Geometry::Place place = geometry.place(index);
    const auto words = expected.value().words({place.block, place.thread});
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

}  // namespace bankcheck::checks
