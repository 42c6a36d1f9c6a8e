// The form in which the simulator executes an instruction: a handler and the places of its
// operands.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bankcheck::sim {

struct Warp;
struct Op;

/// What a handler tells the interpreter's loop.
enum class Step : std::uint8_t {
  kNext,     ///< go on with the next op
  kControl,  ///< `Op::control` says what is to be done
  kFault,    ///< the launch ends; the fault has been recorded
};

/// `mask` holds the lanes that execute the op: the fragment's lanes for which the guard holds.
using Handler = Step (*)(Warp& warp, const Op& op, std::uint32_t mask);

enum class Control : std::uint8_t {
  kNone,
  kJoin,  ///< a reconvergence point: lanes wait here for those that they parted from
  kBranch,
  kBranchTable,
  kBlockBarrier,
  kWarpSync,      ///< shfl, vote, match, redux, bar.warp.sync: wait for the lanes of a member mask
  kMbarrierWait,  ///< the fragment's turn ends when a lane has to wait
  kCall,
  kReturn,
  kExit,
};

/// How the wavefronts of a shared atomic follow from its lanes; `Op::flags` of one.
enum class AtomicRule : std::uint8_t { kOneWord, kCompareAndSwap, kNone };

/// Slots are byte offsets into the warp's register file: 32 lanes of 4 or 8 bytes for a register or
/// a constant, one 32-bit lane mask for a predicate.
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = 0xffffffffu;

struct Op {
  Handler handler = nullptr;
  Slot guard = 0;                ///< a predicate slot; the all-ones predicate when unguarded
  std::uint32_t guard_flip = 0;  ///< all ones for `@!p`
  Slot d = kNoSlot;
  Slot a = kNoSlot;
  Slot b = kNoSlot;
  Slot c = kNoSlot;
  Slot e = kNoSlot;         ///< fourth source or second destination
  std::uint32_t aux = 0;    ///< index into Kernel::aux, or a small immediate
  std::int64_t offset = 0;  ///< byte offset of an address; branch: target op
  std::uint32_t site = 0;   ///< memory ops: index of the op's counters
  std::uint32_t line = 0;   ///< into ptx::Module::lines
  Control control = Control::kNone;
  std::uint8_t width = 0;  ///< memory ops: bytes a lane, all vector elements together
  std::uint8_t flags = 0;  ///< meaning belongs to the handler
  std::uint8_t extra = 0;  ///< likewise
};

}  // namespace bankcheck::sim
