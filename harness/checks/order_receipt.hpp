// The second receipt: a launch whose sums depend on the order in which they were added up.
//
// Theory of operation. In the first receipt a sum of small integers is the same in any order. That
// leaves a hole: where all threads read the same words in different rotations, as in the stride
// probe, one thread could compute the sum and the others copy it. Here the inputs are floats of
// very different sizes (a random 24-bit mantissa times 2^0 to 2^40), each with its negative
// somewhere in the same 64 elements. A sum over whole groups cancels to nothing, so what is left of
// it is the rounding errors on the way, and those depend on the order, in double precision as well
// as in float.
//
// What is evidence and what is a failure. A thread that adds its words in the lesson's order gets,
// bit for bit, the float sum that the rubric's expression gives when each step is rounded to float.
// An honest kernel may also use several accumulators, go backwards, unroll or add in double: its
// sums are other numbers, and they are right too. So a sum that differs proves nothing. What no
// order gives is the *same* bits in every thread where each thread starts elsewhere (of 256
// threads, honest variants were seen to give from 14 different sums, with four accumulators, to
// 256). All bits equal, where the lesson's order gives different sums, means that the sum was made
// once and shared. Exact arithmetic (integer or compensated accumulators) could also do that
// honestly: where the simulator's ledger shows that every thread made its reads, the receipt gives
// way to it.
#pragma once

#include <optional>
#include <vector>

#include "base/launch.hpp"
#include "base/run_record.hpp"
#include "checks/random.hpp"

namespace bankcheck::checks {

struct PreparedLaunch;

/// Fills a float buffer with values whose sum depends on the order.
void fill_order_values(base::Buffer& buffer, SplitMix64& random);

/// Whether a launch of the row can tell anything: it has an output of floats with an element for
/// each thread whose sums differ in the lesson's order within the first block.
bool order_matters(const PreparedLaunch& prepared);

/// Judges the first block's elements. `reads_are_proved` is whether the ledger of the exact launch
/// was kept. Absent where the order does not matter.
std::optional<base::LedgerOutcome> judge_order(const PreparedLaunch& prepared,
                                               const std::vector<base::Buffer>& buffers,
                                               bool reads_are_proved);

}  // namespace bankcheck::checks
