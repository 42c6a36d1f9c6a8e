// Finds data races, missing barriers and reads of words that nobody wrote, in one block's shared
// memory.
//
// Theory of operation. Every granule of shared memory (a word, or a byte where the kernel makes
// accesses that small) remembers its last writer and its last two readers, each with the clock of
// its warp at that moment. A warp's clock advances at every barrier and warp-level barrier. Two
// accesses to one granule by different threads, at least one of them a write, race unless a barrier
// orders them: for threads of one warp, when the warp's clock has advanced in between; for threads
// of different warps, when the later warp knows (through barriers both took part in) the clock of
// the earlier access. Lanes of one warp are not ordered by running in lockstep here: a GPU with
// independent thread scheduling does not promise it. Atomics do not race with atomics. Two threads
// that write the same value are not reported. This is the FastTrack scheme (Flanagan and Freund,
// 2009) with a vector clock per warp.
//
// Reads are cheap where they cannot matter: as long as nothing was written since the last barrier
// of the whole block and everything is initialised, they are only logged; the log is dropped at
// that barrier, and turned into marks if a write comes first.
//
// An mbarrier takes the clocks of those who arrive, and gives them to those who wait once the phase
// is over. Arriving and waiting count as a barrier of the whole warp, so an order that is missing
// between lanes of one warp can go unseen there.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "base/run_record.hpp"
#include "sim/pattern_cache.hpp"
#include "sim/read_ledger.hpp"

namespace bankcheck::sim {

/// One warp-wide shared access with everything that a message needs.
struct SharedAccess {
  std::uint32_t warp = 0;
  std::uint32_t mask = 0;
  std::uint32_t width = 0;
  std::uint32_t line = 0;
  const std::uint32_t* addresses = nullptr;  ///< 32, bytes
  const std::byte* shared = nullptr;         ///< the block's memory before a store
  /// For stores: the bytes that lane L writes, `values + L * width`; null for loads and atomics.
  const std::byte* values = nullptr;
};

/// A race or an uninitialised read before it is put into words. Threads are linear within the
/// block.
struct SharedHazard {
  base::HazardKind kind = base::HazardKind::kSharedRace;
  std::uint32_t address = 0;
  std::uint32_t thread = 0;
  std::uint32_t line = 0;
  std::uint32_t other_thread = 0;
  std::uint32_t other_line = 0;
  bool is_write = false;
  bool other_is_write = false;
  bool same_warp = false;
  bool same_instruction = false;
  bool other_is_async = false;  ///< the other access is a cp.async that has not been waited for
};

class HazardDetector {
 public:
  using Report = std::function<void(const SharedHazard&)>;

  HazardDetector(const PatternCache& patterns, Report report)
      : patterns_(&patterns), report_(std::move(report)) {}

  void begin_block(std::uint32_t shared_bytes, std::uint32_t granule_bytes, std::uint32_t warps);

  /// Whether a load need only be logged (see above).
  bool reads_are_quiet() const { return quiet_; }
  /// The logs of quiet reads since the last barrier of the block, one per warp; the interpreter
  /// appends.
  struct QuietRead {
    ReadEvent event;
    std::uint32_t line = 0;
  };
  std::vector<QuietRead>& quiet_log(std::uint32_t warp) { return quiet_reads_[warp]; }
  /// Turns logged reads into marks; needed before the pattern cache is cleared, or when a log is
  /// long.
  void settle();

  void on_read(const SharedAccess& access);
  void on_write(const SharedAccess& access);
  void on_atomic(const SharedAccess& access);
  /// A cp.async has been told to write: until `on_async_done` nobody may read or write there.
  void on_async_issued(const SharedAccess& access);
  /// The writing lanes have waited for the copy: from now on it is a store that they have made.
  void on_async_done(std::uint32_t warp, std::uint32_t lane, std::uint32_t line,
                     std::uint32_t address, std::uint32_t bytes);

  /// A copy that cp.async has started, and the bytes that it writes.
  struct AsyncCopy {
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t line = 0;
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;
  };
  /// The copy is done when the running phase of the mbarrier at `address` is over.
  void bind_async(std::uint32_t address, const AsyncCopy& copy);
  /// What a warp did before it arrives at an mbarrier comes before what another does after it has
  /// waited for the phase.
  void on_mbarrier_arrival(std::uint32_t warp, std::uint32_t address);
  void on_mbarrier_phase(std::uint32_t address);
  void on_mbarrier_wait(std::uint32_t warp, std::uint32_t address);

  /// A barrier that all threads of the block took part in.
  void on_block_barrier();
  /// A barrier of some warps only.
  void on_partial_barrier(std::span<const std::uint32_t> warps);
  void on_warp_sync(std::uint32_t warp);

 private:
  struct Mark {
    std::uint32_t clock = 0;  // 0: none
    std::uint32_t line = 0;
    std::uint16_t thread = 0;
    bool atomic = false;
  };
  struct Granule {
    Mark writer;
    Mark readers[2];
    std::uint32_t store_serial = 0;  // of the store that wrote last
    bool pending = false;            // an asynchronous copy, whose issuer is in `writer`
  };

  struct MbarrierClocks {
    std::vector<std::uint32_t> arriving;   // per warp: its clock that the running phase has seen
    std::vector<std::uint32_t> completed;  // the same of the phase before
    std::vector<AsyncCopy> copies;         // that the running phase waits for
  };

  MbarrierClocks& mbarrier(std::uint32_t address);
  bool ordered(const Mark& earlier, std::uint32_t warp, std::uint32_t thread) const;
  void mark_read(Granule& granule, std::uint32_t warp, std::uint32_t thread, std::uint32_t line,
                 std::uint32_t address);
  void check_write(const Granule& granule, const SharedAccess& access, std::uint32_t lane,
                   std::uint32_t byte, bool atomic);
  void mark_write(Granule& granule, const SharedAccess& access, std::uint32_t lane, bool atomic);
  void report_race(const Mark& earlier, bool earlier_is_write, std::uint32_t thread,
                   std::uint32_t line, std::uint32_t address, bool is_write);
  bool lanes_disagree(const Granule& granule, const SharedAccess& access, std::uint32_t lane,
                      std::uint32_t byte) const;
  void report_lanes_disagree(const Granule& granule, const SharedAccess& access, std::uint32_t lane,
                             std::uint32_t byte);
  bool stores_value_already_there(const SharedAccess& access, std::uint32_t lane,
                                  std::uint32_t byte) const;
  void check_initialised(const SharedAccess& access);
  void initialise(std::uint32_t granule);
  bool report_pending(const Granule& granule, std::uint32_t thread, std::uint32_t line,
                      std::uint32_t address, bool is_write);
  void update_quiet() { quiet_ = !written_since_barrier_ && uninitialised_ == 0 && pending_ == 0; }
  void begin_writing();
  template <class Visit>
  void for_each_granule(const SharedAccess& access, Visit visit) const;

  const PatternCache* patterns_;
  Report report_;
  std::uint32_t granule_bytes_ = 4;
  std::uint32_t warps_ = 0;
  std::vector<Granule> granules_;
  std::vector<std::uint8_t> initialised_;
  std::uint32_t uninitialised_ = 0;
  std::uint32_t pending_ = 0;         // granules that asynchronous copies are still to write
  std::vector<std::uint32_t> clock_;  // per warp, from 1
  std::vector<std::uint32_t> known_;  // known_[w * warps_ + v]: v's clock that w has seen
  std::vector<std::vector<QuietRead>> quiet_reads_;
  std::map<std::uint32_t, MbarrierClocks> mbarriers_;  // by their addresses
  std::uint32_t store_serial_ = 0;
  bool quiet_ = false;
  bool written_since_barrier_ = false;
};

}  // namespace bankcheck::sim
