#include "checks/expected_ledger.hpp"

#include "rubric/expected.hpp"

namespace bankcheck::checks {
namespace {

/// Collects the requests of a warp whose lanes read together.
class WarpRequests {
 public:
  void add(int lane, std::size_t request, std::uint32_t word) {
    if (sums_.size() <= request) sums_.resize(request + 1);
    sums_[request] += sim::RequestDigest::of_lane(lane, word);
  }
  sim::RequestDigest take() {
    sim::RequestDigest digest;
    for (const std::uint64_t sum : sums_) digest.add(sum);
    sums_.clear();
    return digest;
  }

 private:
  std::vector<std::uint64_t> sums_;
};

}  // namespace

base::Result<ExpectedLedger> ExpectedLedger::make(const rubric::LedgerSpec& spec,
                                                  const rubric::Geometry& geometry,
                                                  std::uint32_t lowest_word) {
  const auto expected = rubric::ExpectedReads::bind(spec, geometry);
  if (!expected) return expected.errors();
  std::uint64_t threads = geometry.block.count();
  if (!expected.value().same_in_every_block()) threads *= geometry.grid.count();
  ExpectedLedger ledger;
  ledger.digests_.reserve(threads);
  WarpRequests warp;
  for (std::uint64_t index = 0; index < threads; ++index) {
    const rubric::Geometry::Place place = geometry.place(index);
    const auto words = expected.value().words({place.block, place.thread});
    if (!words) return words.errors();
    const std::uint64_t thread = index % geometry.block.count();
    sim::ReadDigest digest;
    for (std::size_t i = 0; i < words.value().size(); ++i) {
      const std::uint32_t word = static_cast<std::uint32_t>(words.value()[i]) + lowest_word;
      digest.add(word);
      if (spec.together) warp.add(static_cast<int>(thread % base::kWarpLanes), i, word);
    }
    ledger.digests_.push_back(digest);
    const bool ends_warp = thread % base::kWarpLanes == base::kWarpLanes - 1;
    if (spec.together && (ends_warp || thread + 1 == geometry.block.count())) {
      ledger.requests_.push_back(warp.take());
    }
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

std::optional<std::size_t> ExpectedLedger::first_different_warp(
    const std::vector<sim::RequestDigest>& requests) const {
  if (requests_.empty()) return std::nullopt;
  for (std::size_t warp = 0; warp < requests.size(); ++warp) {
    if (!(requests[warp] == requests_[warp % requests_.size()])) return warp;
  }
  return std::nullopt;
}

}  // namespace bankcheck::checks
