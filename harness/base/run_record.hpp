// What running a submission showed: one row per point of the sweep, filled by the simulator, a GPU,
// or both. Checks read this and nothing else, so they cannot know which device it came from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bank_model.hpp"
#include "base/launch.hpp"

namespace bankcheck::base {

/// A line of the student's source; `inlined_at` has been followed outwards to their own file.
struct SourceLine {
  std::string file;
  int line = 0;

  friend auto operator<=>(const SourceLine&, const SourceLine&) = default;
};

/// Requests of one kind, and the wavefronts that they took together.
struct AccessCounts {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint32_t worst_wavefronts = 0;

  void add(std::uint32_t wavefronts_of_request) {
    ++requests;
    wavefronts += wavefronts_of_request;
    if (wavefronts_of_request > worst_wavefronts) worst_wavefronts = wavefronts_of_request;
  }
  void add(const AccessCounts& other) {
    requests += other.requests;
    wavefronts += other.wavefronts;
    if (other.worst_wavefronts > worst_wavefronts) worst_wavefronts = other.worst_wavefronts;
  }
  double wavefronts_per_request() const {
    return requests == 0 ? 0.0 : static_cast<double>(wavefronts) / static_cast<double>(requests);
  }
  friend bool operator==(const AccessCounts&, const AccessCounts&) = default;
};

/// Global requests and the 32-byte sectors that they touched.
struct SectorCounts {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;

  void add(const SectorCounts& other) {
    requests += other.requests;
    sectors += other.sectors;
  }
  friend bool operator==(const SectorCounts&, const SectorCounts&) = default;
};

/// Memory traffic of a kernel, or of one line of it. Counted at the level of the PTX.
struct MemoryCounts {
  AccessCounts shared_load;
  AccessCounts shared_store;
  AccessCounts shared_atomic;
  AccessCounts matrix_load;           ///< ldmatrix
  AccessCounts async_copy;            ///< shared side of cp.async
  std::uint64_t unruled_atomics = 0;  ///< shared atomics that no measured rule covers
  SectorCounts global_load;
  SectorCounts global_store;
  SectorCounts global_atomic;

  void add(const MemoryCounts& other);
  friend bool operator==(const MemoryCounts&, const MemoryCounts&) = default;
};

struct LineCounts {
  SourceLine line;
  MemoryCounts counts;
};

/// A shared-memory request as a warp made it, lane by lane.
struct SeenAccess {
  SourceLine line;
  WarpAccess access;
};

/// The place of one thread in a launch.
struct ThreadId {
  Dim3 block{0, 0, 0};
  Dim3 thread{0, 0, 0};

  friend bool operator==(const ThreadId&, const ThreadId&) = default;
};

enum class HazardKind : std::uint8_t {
  kSharedRace,
  kMissingBarrier,
  kDivergentBarrier,
  kUninitialisedRead,
  kOutOfBounds,
  kMisaligned,
  kEndlessLoop,
  kDeadlock,
  kTrap,
  kAssertion,
  kUnsupported,
  kGuardWordTouched,
};

/// Something a kernel did that it must not. `fatal` ones ended the row.
struct Hazard {
  HazardKind kind = HazardKind::kOutOfBounds;
  bool fatal = false;
  ThreadId thread;
  SourceLine line;
  /// One sentence that a student understands, with addresses and both threads where there are two.
  std::string text;
  /// How often the same thing was seen at this line (the first is described).
  std::uint64_t occurrences = 1;
};

/// The first element of an output that is not what it should be.
struct Mismatch {
  std::string buffer;
  std::uint64_t index = 0;
  std::optional<ThreadId> thread;  ///< the thread whose element it is, where the rubric says
  double found = 0;
  double wanted = 0;
  bool never_written = false;  ///< still holds the poison that outputs are filled with
  std::uint64_t wrong_elements = 0;
  std::uint64_t elements = 0;
};

/// Whether every thread made the shared reads that the exercise asks for.
struct LedgerOutcome {
  bool kept = false;
  std::optional<ThreadId> thread;  ///< the first thread whose reads differ
  /// Evidence, such as "made 1024 shared reads, 2048 wanted" or "never read word 17".
  std::string text;
};

/// Times of one row over the interleaved rounds of a GPU run.
struct Timing {
  double median_ms = 0;
  double interquartile_ms = 0;
  /// Median over rounds of time / baseline's time within the same round, and its spread. 0 when the
  /// baseline has no time.
  double ratio = 0;
  double ratio_interquartile = 0;
  int rounds = 0;
  int launches_per_sample = 1;
  std::optional<double> gigabytes_per_second;
  std::optional<double> wavefronts_per_cycle;  ///< of one multiprocessor; its limit is 1
  bool conclusive = true;                      ///< false: too noisy to judge by; `note` says why
  bool too_short = false;  ///< inconclusive, since launching takes most of the time
  std::string note;        ///< e.g. "launch overhead counts"
};

/// Hardware counters, where they may be read.
struct HardwareCounters {
  std::uint64_t shared_load_wavefronts = 0;
  std::uint64_t shared_load_conflicts = 0;
  std::uint64_t shared_store_wavefronts = 0;
  /// What the simulator's count comes to on the launch that the card counted.
  double simulated_load_wavefronts = 0;
};

/// How many blocks of a kernel one multiprocessor holds at a time, and what each of its resources
/// alone would allow.
struct Occupancy {
  std::string architecture;  ///< compute capability: "9.0"
  int blocks = 0;
  int by_threads = 0;
  int by_registers = 0;
  int by_shared_memory = 0;
  int by_block_slots = 0;
};

enum class RowOutcome : std::uint8_t {
  kOk,
  kWrongResult,  ///< `mismatch` says where
  kCompileError,
  kTimedOut,
  kCrashed,         ///< a fatal hazard; the last of `hazards`
  kUnsupported,     ///< the device cannot run it; nobody's fault
  kMachineTrouble,  ///< ours; never a zero mark
  kNotRun,
};

/// Where a row comes from. Hidden rows are not shown by a student's self-check.
enum class RowOrigin : std::uint8_t { kBase, kAdded, kHidden, kStudent };

struct RowRecord {
  /// What the table's first column shows: "8" for a stride, "padded" for a kernel.
  std::string label;
  RowOrigin origin = RowOrigin::kBase;
  std::string kernel;  ///< the rubric's name for the kernel
  std::map<std::string, std::int64_t> variables;
  RowOutcome outcome = RowOutcome::kNotRun;
  std::string outcome_text;
  std::optional<Mismatch> mismatch;
  std::vector<Hazard> hazards;
  std::optional<LedgerOutcome> ledger;
  /// Whether the second receipt (a sum that depends on the order of the reads) was right.
  std::optional<LedgerOutcome> order_receipt;

  /// From the simulator.
  std::optional<MemoryCounts> counts;
  std::vector<LineCounts> lines;
  /// The first load, store and atomic of each line that accesses shared memory, in the order in
  /// which they were made: by the first warp of the first block, if it comes there. Bounded.
  std::vector<SeenAccess> first_accesses;
  std::uint64_t warp_instructions = 0;
  std::uint32_t shared_bytes = 0;
  std::string printed;  ///< the kernel's printf output, bounded
  /// What the kernel's code does that can stretch times: "reads the clock at probe.cu:14".
  std::vector<std::string> delays;

  /// From a GPU.
  std::optional<Timing> timing;
  std::optional<HardwareCounters> counters;
  std::uint32_t registers = 0;
  int resident_blocks_per_sm = 0;  ///< as the driver says

  /// From the toolkit's rules, for the card found or the architecture that the rubric names.
  std::optional<Occupancy> occupancy;
};

struct DeviceInfo {
  std::string kind;         ///< "simulator" or "gpu"
  std::string description;  ///< for the header: card, driver, why this device was taken
};

struct RunRecord {
  DeviceInfo device;
  std::vector<RowRecord> rows;
  /// Facts about the code and the run that reports show: "the code reads the clock at line 14".
  std::vector<std::string> code_notes;
  bool counters_denied = false;  ///< hardware counters were wanted, and the driver refused them
};

}  // namespace bankcheck::base
