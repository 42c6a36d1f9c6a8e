// What the ops of a block work on: memory, counters, hazards. One per worker thread, reused for
// block after block.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/launch.hpp"
#include "base/run_record.hpp"
#include "sim/address_space.hpp"
#include "sim/hazard_detector.hpp"
#include "sim/kernel.hpp"
#include "sim/pattern_cache.hpp"
#include "sim/read_ledger.hpp"
#include "sim/simulator.hpp"
#include "sim/speculation.hpp"
#include "sim/warp.hpp"

namespace bankcheck::sim {

/// Counters of one memory op, and the shape that it saw last.
struct Site {
  AccessPattern last;
  std::uint32_t last_cost = 0;
  std::uint32_t last_pattern = 0;
  std::uint64_t requests = 0;
  std::uint64_t cost = 0;
  std::uint32_t worst = 0;
  std::uint64_t unruled = 0;
};

/// Hazards of one block, the first of each kind and pair of lines, with how often it was seen.
class HazardLog {
 public:
  /// Counts the hazard; true when it is the first of its kind here and must be described.
  bool first(base::HazardKind kind, std::uint32_t line, std::uint32_t other_line);
  void describe(base::Hazard hazard);
  std::vector<base::Hazard> take();

 private:
  using Key = std::tuple<base::HazardKind, std::uint32_t, std::uint32_t>;
  std::map<Key, std::size_t> index_;
  std::vector<base::Hazard> hazards_;
};

/// The loads of one thread, in order: what trace_reads asks for.
struct ReadTrace {
  base::ThreadId thread;
  std::size_t limit = 0;
  std::vector<std::uint32_t> words;
};

struct BlockContext {
  BlockContext(const Kernel& kernel, const ptx::Module& module, const base::Launch& launch,
               AddressSpace& memory, const Options& options, std::uint32_t shared_bytes);
  BlockContext(const BlockContext&) = delete;

  const Kernel& kernel;
  const ptx::Module& module;
  const base::Launch& launch;
  AddressSpace& memory;
  const Options& options;

  base::Dim3 block_index{0, 0, 0};
  std::vector<std::byte> shared;  ///< with padding behind, so that wide gathers stay inside
  std::uint32_t shared_bytes = 0;
  Allocation* last_allocation = nullptr;
  /// Where blocks run beside those of other contexts; null where they run alone.
  Speculation* speculation = nullptr;

  std::vector<Warp> warps;
  std::vector<Site> sites;
  std::vector<base::SeenAccess> first_accesses;  ///< the first of each line and kind
  PatternCache patterns;
  ReadLedger ledger;
  HazardDetector hazards;
  HazardLog hazard_log;
  bool log_reads = false;  ///< for the ledger, for hazards or for a trace
  ReadTrace* trace = nullptr;
  std::uint32_t lowest_word_read = 0xffffffffu;
  std::string printed;
  bool touched_shared = false;
  std::optional<base::Hazard> fault;

  base::SourceLine source_line(std::uint32_t line) const;
  base::ThreadId thread_id(std::uint32_t linear_thread) const;
  /// `block 3 thread 17`, in as many dimensions as the launch has.
  std::string thread_text(std::uint32_t linear_thread) const;

  /// Makes room in the pattern cache and the logs that refer to it.
  void flush_patterns();
  void flush_log(Warp& warp);
  void report(const SharedHazard& hazard);
  /// Records the fault that ends the launch.
  Step fail(base::HazardKind kind, std::uint32_t linear_thread, std::uint32_t line,
            std::string text);
};

}  // namespace bankcheck::sim
