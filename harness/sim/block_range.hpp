// Runs a range of a launch's blocks in order, and keeps what they came to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/block_context.hpp"
#include "sim/block_runner.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::sim {

class BlockRange {
 public:
  BlockRange(BlockContext& context, const Isa& isa) : context_(context), runner_(context, isa) {
    result_.shared_bytes = context.shared_bytes;
  }

  /// Runs blocks `first` to `last` - 1, block-major, until one ends the launch.
  void run(std::uint64_t first, std::uint64_t last);

  /// How the last block that ran has ended; anything but kDone ends the launch.
  BlockEnd end() const { return end_; }
  /// Of the blocks that ran; without counts and lines, which are the sites' to give.
  LaunchResult& result() { return result_; }
  const std::vector<Site>& sites() const { return context_.sites; }

 private:
  void finish();
  void finish_fault();
  void finish_budget();
  base::SourceLine line_at(std::size_t pc) const;
  void collect_reads();

  BlockContext& context_;
  BlockRunner runner_;
  BlockEnd end_ = BlockEnd::kDone;
  LaunchResult result_;
};

/// Adds a block's hazards to the launch's: the same hazard in several blocks is one with a higher
/// count.
void merge_hazards(std::vector<base::Hazard> found, std::vector<base::Hazard>& all);

}  // namespace bankcheck::sim
