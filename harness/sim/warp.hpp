// A warp in execution: its registers, and the fragments into which divergence has split it.
//
// Theory of operation. A warp is a set of fragments: lanes that run together, with one program
// counter. At a branch whose lanes disagree the fragment splits in two and a Join is opened at the
// branch's reconvergence point; a fragment that reaches its join's op waits there until every lane
// that parted has arrived or ended, then all go on as one fragment. Fragments of one warp take
// turns, so a fragment that spins on what another lane will write does not stop the warp, as on
// GPUs with independent thread scheduling. All of it is deterministic.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bank_model.hpp"
#include "sim/kernel.hpp"
#include "sim/read_ledger.hpp"

namespace bankcheck::sim {

class BlockRunner;
struct BlockContext;

struct Fragment {
  enum class State : std::uint8_t { kRunnable, kAtJoin, kAtBlockBarrier, kAtWarpSync, kEnded };

  std::uint32_t pc = 0;
  std::uint32_t mask = 0;
  std::int32_t join = -1;
  std::int32_t frame = -1;
  State state = State::kRunnable;
  std::uint32_t sync_mask = 0;  ///< kAtWarpSync: lanes that have to come
  std::uint32_t barrier = 0;    ///< kAtBlockBarrier: which one
};

inline constexpr std::uint32_t kNoJoin = 0xffffffffu;  ///< of a split that has none

struct Join {
  std::uint32_t op = 0;
  std::uint32_t expected = 0;
  std::uint32_t arrived = 0;
  std::int32_t parent = -1;
  std::int32_t frame = -1;
};

/// An active call. Frames are shared by the fragments that were split inside of it.
struct Frame {
  std::uint32_t return_pc = 0;
  std::uint32_t call = 0;  ///< into Kernel::calls
  std::int32_t function = 0;
  std::int32_t parent = -1;
  std::uint32_t local_base = 0;
  std::uint32_t local_end = 0;
  /// Registers of the function's outer activation, for a recursive call; empty otherwise.
  std::vector<std::uint8_t> saved_registers;
};

struct Warp {
  std::uint8_t* registers = nullptr;
  BlockContext* block = nullptr;
  std::uint32_t index = 0;
  std::uint32_t all_lanes = 0;  ///< lanes that have a thread
  std::uint32_t live = 0;       ///< of those, the ones that have not ended
  std::uint64_t instructions = 0;
  Fragment* running = nullptr;
  std::vector<Fragment> fragments;
  std::vector<Join> joins;
  std::vector<Frame> frames;
  std::uint32_t local_base = 0;  ///< of the running fragment's frame
  std::uint32_t local_end = 0;
  std::array<std::vector<std::byte>, base::kWarpLanes> local;
  std::vector<ReadEvent> read_log;
  WarpDigests digests{};
  std::array<std::uint64_t, base::kWarpLanes> loads_made{};  ///< counted for an alteration only
  /// Shared bytes that cp.async has been told to write, by commit group; the last one is open.
  struct AsyncWrite {
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;
    std::uint32_t lane = 0;
    std::uint32_t line = 0;
  };
  std::vector<std::vector<AsyncWrite>> async_groups;
};

}  // namespace bankcheck::sim
