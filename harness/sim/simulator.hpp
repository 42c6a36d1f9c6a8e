// Runs a kernel of a PTX module, a warp at a time, and counts what its memory accesses cost.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "base/result.hpp"
#include "base/run_record.hpp"
#include "ptx/module.hpp"

namespace bankcheck::sim {

struct Isa;

/// A module made ready to run: checked against what the simulator supports, lowered once, shared by
/// any number of launches and threads.
class Program {
 public:
  /// Diagnostics name every instruction that is not supported, with its source line.
  static base::Result<Program> load(std::shared_ptr<const ptx::Module> module);

  /// The same with bodies other than the quickest that this processor can run: for tests.
  static Program with_bodies(std::shared_ptr<const ptx::Module> module, const Isa& isa);

  const ptx::Module& module() const;
  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// Order-independent digest of the shared words that one thread loaded. Word numbers are counted
/// from the start of the block's shared memory. Two threads with the same count and digest read the
/// same words equally often (but for a chance of 2^-64).
struct ReadDigest {
  std::uint64_t reads = 0;
  std::uint64_t digest = 0;

  void add(std::uint32_t word);
  friend bool operator==(const ReadDigest&, const ReadDigest&) = default;
};

/// Order-independent digest of a warp's shared loads: which lanes read which words together. A load
/// of several words is as many requests, one for each.
struct RequestDigest {
  std::uint64_t requests = 0;
  std::uint64_t digest = 0;

  /// The part of one lane; the parts of a request's lanes add up to what add() takes.
  static std::uint64_t of_lane(int lane, std::uint32_t word);
  void add(std::uint64_t sum_over_lanes);
  friend bool operator==(const RequestDigest&, const RequestDigest&) = default;
};

/// Changes one shared load of every second thread (by chance) on its way to the register, to show
/// whose results rest on it. Shared memory itself stays as it is.
struct ReadAlteration {
  std::uint64_t seed = 0;
  std::uint64_t reads = 1;  ///< of each thread; one of its first so many is changed

  /// Which of its loads is changed, from 0, for a thread numbered through the launch, block-major.
  std::optional<std::uint64_t> altered_read(std::uint64_t thread) const;
};

struct Options {
  bool detect_hazards = true;  ///< races and uninitialised reads; bounds are always checked
  bool keep_ledger = false;    ///< fill LaunchResult::reads and requests
  std::optional<ReadAlteration> alteration;
  std::uint64_t instruction_budget = 2'000'000'000;  ///< warp instructions of the whole launch
  unsigned worker_threads = 1;
  std::size_t print_limit_bytes = 4096;
  std::uint32_t shared_limit_bytes = 48 * 1024;  ///< static; dynamic up to 227 KiB together
  /// When it becomes true the launch ends with the outcome kNotRun; may be null.
  const std::atomic<bool>* stop = nullptr;
};

struct LaunchResult {
  base::RowOutcome outcome = base::RowOutcome::kOk;  ///< never kWrongResult: that is for checks
  std::string outcome_text;
  std::vector<base::Hazard> hazards;
  base::MemoryCounts counts;
  std::vector<base::LineCounts> lines;  ///< by file, then line; only lines that access memory
  std::vector<base::SeenAccess> first_accesses;  ///< see base::RowRecord
  std::uint64_t warp_instructions = 0;
  std::uint32_t shared_bytes = 0;  ///< static and dynamic
  std::string printed;
  /// With Options::keep_ledger: per thread (block-major, then linear thread), and the lowest word
  /// read.
  std::vector<ReadDigest> reads;
  std::vector<RequestDigest> requests;  ///< per warp, block-major
  std::uint32_t lowest_word_read = 0;
};

/// Runs one launch. Buffers of `launch` hold the inputs and receive the results; each is surrounded
/// by guard words, and a write to those is a hazard. Two runs of the same launch give the same
/// result, bit for bit, whatever `worker_threads` is. Fails (ours or the rubric's fault) when the
/// kernel does not exist or the arguments do not fit its parameters.
base::Result<LaunchResult> run(const Program& program, base::Launch& launch,
                               const Options& options);

/// The words that one thread loaded, in order, up to `limit`: evidence for a ledger that differs.
base::Result<std::vector<std::uint32_t>> trace_reads(const Program& program, base::Launch& launch,
                                                     const base::ThreadId& thread,
                                                     std::size_t limit);

}  // namespace bankcheck::sim
