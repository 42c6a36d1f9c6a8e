#include "sim/block_range.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace bankcheck::sim {
namespace {

base::Dim3 block_at(std::uint64_t index, const base::Dim3& grid) {
  return {static_cast<std::uint32_t>(index % grid.x),
          static_cast<std::uint32_t>(index / grid.x % grid.y),
          static_cast<std::uint32_t>(index / grid.x / grid.y)};
}

}  // namespace

void merge_hazards(std::vector<base::Hazard> found, std::vector<base::Hazard>& all) {
  for (base::Hazard& hazard : found) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const base::Hazard& other) {
      return other.kind == hazard.kind && other.line == hazard.line;
    });
    if (same == all.end()) {
      all.push_back(std::move(hazard));
    } else {
      same->occurrences += hazard.occurrences;
    }
  }
}

void BlockRange::run(std::uint64_t first, std::uint64_t last) {
  const std::uint64_t budget = context_.options.instruction_budget;
  for (std::uint64_t b = first; b < last && end_ == BlockEnd::kDone; ++b) {
    if (context_.speculation != nullptr && context_.speculation->given_up()) break;
    end_ = runner_.run(block_at(b, context_.launch.grid),
                       budget - std::min(result_.warp_instructions, budget));
    result_.warp_instructions += runner_.instructions();
    merge_hazards(context_.hazard_log.take(), result_.hazards);
    if (end_ == BlockEnd::kDone && context_.options.keep_ledger) collect_reads();
  }
  finish();
}

void BlockRange::finish() {
  if (end_ == BlockEnd::kFault) finish_fault();
  if (end_ == BlockEnd::kBudget) finish_budget();
  if (end_ == BlockEnd::kStopped) {
    result_.outcome = base::RowOutcome::kNotRun;
    result_.outcome_text = "stopped";
  }
  result_.lowest_word_read = context_.lowest_word_read;
  result_.printed = context_.printed;
  result_.first_accesses = context_.first_accesses;
}

void BlockRange::collect_reads() {
  std::uint64_t left = context_.launch.block.count();
  for (const Warp& warp : runner_.warps()) {
    const std::uint64_t count = std::min<std::uint64_t>(left, base::kWarpLanes);
    const auto& lanes = warp.digests.lanes;
    result_.reads.insert(result_.reads.end(), lanes.begin(),
                         lanes.begin() + static_cast<std::ptrdiff_t>(count));
    result_.requests.push_back(warp.digests.requests);
    left -= count;
  }
}

void BlockRange::finish_fault() {
  base::Hazard fault = std::move(*context_.fault);
  result_.outcome = fault.kind == base::HazardKind::kUnsupported ? base::RowOutcome::kUnsupported
                                                                 : base::RowOutcome::kCrashed;
  result_.outcome_text = fault.text;
  result_.hazards.push_back(std::move(fault));
}

/// The line of the op at `pc`, or of the nearest before it that has one.
base::SourceLine BlockRange::line_at(std::size_t pc) const {
  for (std::size_t i = pc + 1; i-- > 0;) {
    const base::SourceLine line = context_.source_line(context_.kernel.ops[i].line);
    if (line.line != 0) return line;
  }
  return {};
}

void BlockRange::finish_budget() {
  base::Hazard hazard;
  hazard.kind = base::HazardKind::kEndlessLoop;
  hazard.fatal = true;
  for (const Warp& warp : context_.warps) {
    for (const Fragment& fragment : warp.fragments) {
      if (fragment.state != Fragment::State::kRunnable) continue;
      const std::uint32_t thread = warp.index * base::kWarpLanes +
                                   static_cast<std::uint32_t>(std::countr_zero(fragment.mask));
      hazard.thread = context_.thread_id(thread);
      hazard.line = line_at(fragment.pc);
    }
  }
  hazard.text = fmt::format(
      "the kernel was stopped after {} warp instructions: a loop does not end, or takes far too "
      "long",
      context_.options.instruction_budget);
  result_.outcome = base::RowOutcome::kTimedOut;
  result_.outcome_text = hazard.text;
  result_.hazards.push_back(std::move(hazard));
}

}  // namespace bankcheck::sim
