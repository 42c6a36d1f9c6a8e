// What the elements of an output must be, and which shared words a thread must read.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/run_record.hpp"
#include "rubric/geometry.hpp"

namespace bankcheck::rubric {

/// The elements of the buffers that were filled before the launch, by parameter name.
using Inputs = std::map<std::string, std::span<const double>>;

/// The `length` elements of an output. A value that depends on the thread within its block only is
/// worked out for one block and repeated. With `kSingle` every operation is rounded to float and
/// sums are added up in order: the receipt for values whose sum depends on the order.
base::Result<std::vector<double>> expected_values(const ExpectedOutput& output,
                                                  const Geometry& geometry, const Inputs& inputs,
                                                  std::size_t length,
                                                  Precision precision = Precision::kDouble);

/// The words that the threads of a launch must read: bound once, asked for each thread.
class ExpectedReads {
 public:
  static base::Result<ExpectedReads> bind(const LedgerSpec& ledger, const Geometry& geometry);

  std::uint64_t count() const { return variable_values_.size(); }
  /// Whether a thread reads the same words in every block, so that one block needs asking only.
  bool same_in_every_block() const { return same_in_every_block_; }
  /// The words of one thread, in the order of the ledger's variable; from any number of threads.
  base::Result<std::vector<std::int64_t>> words(const base::ThreadId& thread) const;

 private:
  BoundExpression word_;
  std::string text_;
  base::Dim3 block_;
  std::vector<std::int64_t> fixed_values_;
  std::vector<std::int64_t> variable_values_;
  bool same_in_every_block_ = false;
};

/// ExpectedReads for a single thread.
base::Result<std::vector<std::int64_t>> expected_reads(const LedgerSpec& ledger,
                                                       const Geometry& geometry,
                                                       const base::ThreadId& thread);

}  // namespace bankcheck::rubric
