// What one lane does to an mbarrier object in the block's shared memory, with the order between
// threads that follows from it.
#pragma once

#include <cstdint>

#include "sim/block_context.hpp"
#include "sim/op.hpp"
#include "sim/warp.hpp"

namespace bankcheck::sim {

enum class MbarrierChange : std::uint8_t {
  kArrive,
  kDrop,
  kExpect,
  kComplete,
  kExpectAndArrive,
  kExpectAndDrop,
  kCopiesArrive,  ///< cp.async.mbarrier.arrive.noinc: the lane's copies arrive once
  kCopiesJoin,    ///< without .noinc: the phase waits for them on top of what it waits for
};

enum class PhaseState : std::uint8_t { kOver, kRunning, kFault };

/// Stores `words` as mbarrier objects.
void write_mbarriers(Warp& warp, const Op& op, const std::uint32_t* addresses, std::uint32_t mask,
                     const std::uint64_t* words);

/// Makes the objects none. Who leaves last does this, in an order that atomics make and the hazard
/// detector does not follow, so it is no write to that.
void end_mbarriers(Warp& warp, const std::uint32_t* addresses, std::uint32_t mask);

/// Changes the object at `address`, and finishes its phase where that was all it waited for. False
/// after a fault. `before`: the object as it was, which is the state that an arrival returns.
bool apply_to_mbarrier(Warp& warp, const Op& op, int lane, std::uint32_t address,
                       MbarrierChange change, std::uint32_t amount, std::uint64_t* before);

/// Whether the phase with this parity is over. If so, the lane has waited for what its arrivals
/// ordered.
PhaseState mbarrier_phase(Warp& warp, const Op& op, int lane, std::uint32_t address,
                          std::uint32_t phase);

/// Records a use that no program may make: `thread … WHAT an mbarrier`. Returns Step::kFault.
Step fail_mbarrier(Warp& warp, const Op& op, int lane, const char* what);

}  // namespace bankcheck::sim
