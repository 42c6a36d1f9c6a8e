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

using Inputs = std::map<std::string, std::span<const double>>;

/// The `length` elements of an output. A value that depends on the thread within its block only is
/// worked out for one block and repeated. With `kSingle` every operation is rounded to float and
/// sums are added up in order: the receipt for values whose sum depends on the order.
base::Result<std::vector<double>> expected_values(const ExpectedOutput& output,
                                                  const Geometry& geometry, const Inputs& inputs,
                                                  std::size_t length,
                                                  Precision precision = Precision::kDouble);

/// The words that one thread must read, in the order of the ledger's variable.
base::Result<std::vector<std::int64_t>> expected_reads(const LedgerSpec& ledger,
                                                       const Geometry& geometry,
                                                       const base::ThreadId& thread);

}  // namespace bankcheck::rubric
