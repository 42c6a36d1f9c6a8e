// Whether every thread made the shared reads that the rubric asks for, by the simulator's ledger.
//
// The simulator keeps, for each thread, how many shared words it loaded and a digest of which, in
// any order (sim::ReadDigest). The rubric says which words a thread must read, counted from the
// lowest word that the launch reads, so that the array may lie anywhere in shared memory. Equal
// count and digest: the same words equally often.
//
// Where the threads of a block read the same words in different rotations, as in the stride probe,
// their words alone do not tell the strides apart. A rubric that says `together` also has a digest
// for each warp of which lanes read which words at once (sim::RequestDigest): the lanes of a
// request must be at the same value of the ledger's variable, whatever the order of the requests.
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
  /// The first warp (block-major) whose requests differ; absent when all are kept or the rubric
  /// does not ask.
  std::optional<std::size_t> first_different_warp(
      const std::vector<sim::RequestDigest>& requests) const;

 private:
  std::vector<sim::ReadDigest> digests_;      ///< of one block, or of every thread of the launch
  std::vector<sim::RequestDigest> requests_;  ///< of the same blocks' warps; empty: not asked
};

}  // namespace bankcheck::checks
