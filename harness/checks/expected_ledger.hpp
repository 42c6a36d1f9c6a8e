// Whether every thread made the shared reads that the rubric asks for, by the simulator's ledger.
//
// The simulator keeps, for each thread, how many shared words it loaded and a digest of which, in
// any order (sim::ReadDigest). The rubric says which words a thread must read, counted from the
// lowest word that the launch reads, so that the array may lie anywhere in shared memory. Equal
// count and digest: the same words equally often.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/run_record.hpp"
#include "rubric/geometry.hpp"
#include "rubric/rubric.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::checks {

/// The digests that the launch must have, threads in the order of sim::LaunchResult::reads. Worked
/// out for one block only when the rubric's words do not depend on the block.
class ExpectedLedger {
 public:
  static base::Result<ExpectedLedger> make(const rubric::LedgerSpec& spec,
                                           const rubric::Geometry& geometry,
                                           std::uint32_t lowest_word);

  /// The first thread whose reads differ; absent when all are kept.
  std::optional<std::size_t> first_difference(const std::vector<sim::ReadDigest>& reads) const;
  const sim::ReadDigest& wanted(std::size_t thread) const {
    return digests_[thread % digests_.size()];
  }

 private:
  std::vector<sim::ReadDigest> digests_;  ///< of one block, or of every thread of the launch
};

}  // namespace bankcheck::checks
