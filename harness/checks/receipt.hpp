// Launches whose results could only come from doing the work: secret inputs, poisoned outputs, and
// the right answers kept on the host.
//
// Theory of operation. All-ones inputs let a kernel write a constant. So every launch draws fresh
// inputs. The exact receipt draws small integers: their float sum is exact in any order, so that
// any honest way to add them up gives the same bits, and every thread's element is compared. The
// order receipt (order_receipt.hpp) draws values whose sum depends on the order. Outputs start as
// NaN (all bits set), so that an element which nobody wrote cannot be right.
//
// The seed decides everything. On the simulator it is a hash of the submission, the rubric and the
// row, so that the same input gives the same report on any machine; a kernel cannot hold its own
// hash. On a GPU it comes from the machine, anew for every launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/launch.hpp"
#include "base/run_record.hpp"
#include "checks/row_plan.hpp"
#include "rubric/geometry.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::checks {

enum class ReceiptKind : std::uint8_t { kExact, kOrder };

/// What a buffer must hold after the launch.
struct ExpectedBuffer {
  std::size_t buffer = 0;  ///< index in Launch::buffers
  std::vector<double> values;
  double relative_tolerance = 0;
  double absolute_tolerance = 0;
  bool is_per_thread = false;  ///< element i is thread i's
};

struct PreparedLaunch {
  base::Launch launch;
  rubric::Geometry geometry;
  std::vector<ExpectedBuffer> expected;
  std::vector<std::size_t> inputs;  ///< buffers that the kernel must leave as they are
};

/// A launch of the row on `target`, ready to run. Errors are the rubric's (an expression that fails
/// for this row's variables).
base::Result<PreparedLaunch> prepare_launch(const rubric::Rubric& rubric,
                                            const rubric::RowSpec& row,
                                            const rubric::Target& target, ReceiptKind kind,
                                            std::uint64_t seed);

/// The first element that is not what it should be, outputs in the rubric's order; absent when all
/// are right. `buffers` are the launch's after it ran.
std::optional<base::Mismatch> first_mismatch(const PreparedLaunch& prepared,
                                             const std::vector<base::Buffer>& buffers);

/// The first element of an input that the launch changed; absent when there is none.
std::optional<base::Mismatch> first_changed_input(const PreparedLaunch& prepared,
                                                  const std::vector<base::Buffer>& before,
                                                  const std::vector<base::Buffer>& after);

/// Whether one element is what it should be, within the output's tolerance.
bool is_right(const ExpectedBuffer& expected, const base::Buffer& buffer, std::size_t index);

/// The simulator's seed for one launch of one row.
std::uint64_t row_seed(std::string_view submission_hash, std::string_view rubric_hash,
                       std::string_view row_label, ReceiptKind kind);

}  // namespace bankcheck::checks
