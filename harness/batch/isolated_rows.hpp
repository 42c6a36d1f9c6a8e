// Rows that a child process works out, so that a kernel which breaks the simulator breaks a child.
//
// Theory of operation. One child runs all rows, on threads of its own, without files, network or
// new processes and within limits (sandbox/isolated_call.hpp), and sends each record when it is
// done. A child that ends early loses only the rows that it had not sent: each of those is given a
// child of its own, and only the row whose own child fails is lost, as our trouble and not the
// student's. Endless loops are the student's and end by the instruction budget, which counts the
// same everywhere; the limit on seconds is for what the budget does not catch, and is ours because
// another machine may be quicker.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "base/run_record.hpp"

namespace bankcheck::batch {

/// Fills one record. Returns soon when `stop` becomes true.
using RowWork = std::function<void(std::size_t row, base::RowRecord& record, unsigned threads,
                                   const std::atomic<bool>& stop)>;

struct RowsLimits {
  unsigned threads = 1;
  double row_seconds = 20;  ///< of computing, for each row
  /// Of the child, and more for each thread.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  std::uint64_t thread_memory_bytes = std::uint64_t{1} << 30;
};

/// Calls `prepare` once in each child, and what it returns for each record there. Records that have
/// not come back when `stop` is set stay as they are.
void run_rows_isolated(std::span<base::RowRecord> records, const std::function<RowWork()>& prepare,
                       const RowsLimits& limits, const std::atomic<bool>& stop);

}  // namespace bankcheck::batch
