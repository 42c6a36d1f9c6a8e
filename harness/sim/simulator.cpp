#include "sim/simulator.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "sim/block_runner.hpp"
#include "sim/launch_memory.hpp"
#include "sim/lowering.hpp"
#include "sim/program_impl.hpp"

namespace bankcheck::sim {
namespace {

base::MemoryCounts counts_of(const SiteInfo& info, const Site& site) {
  base::MemoryCounts counts;
  const base::AccessCounts shared{site.requests, site.cost, site.worst};
  const base::SectorCounts global{site.requests, site.cost};
  switch (info.kind) {
    case SiteKind::kSharedLoad:
      counts.shared_load = shared;
      break;
    case SiteKind::kSharedStore:
      counts.shared_store = shared;
      break;
    case SiteKind::kSharedAtomic:
      counts.shared_atomic = shared;
      counts.unruled_atomics = site.unruled;
      break;
    case SiteKind::kMatrixLoad:
      counts.matrix_load = shared;
      break;
    case SiteKind::kAsyncCopy:
      counts.async_copy = shared;
      break;
    case SiteKind::kGlobalLoad:
      counts.global_load = global;
      break;
    case SiteKind::kGlobalStore:
      counts.global_store = global;
      break;
    case SiteKind::kGlobalAtomic:
      counts.global_atomic = global;
      break;
    case SiteKind::kGeneric:
    case SiteKind::kOther:
      break;
  }
  return counts;
}

/// Sums the sites by source line.
void collect_counts(const BlockContext& context, LaunchResult& result) {
  std::map<base::SourceLine, base::MemoryCounts> lines;
  for (std::size_t i = 0; i < context.sites.size(); ++i) {
    const Site& site = context.sites[i];
    const SiteInfo& info = context.kernel.sites[i];
    if (site.requests == 0 || info.kind == SiteKind::kOther) continue;
    const base::MemoryCounts counts = counts_of(info, site);
    lines[context.source_line(info.line)].add(counts);
    result.counts.add(counts);
  }
  for (auto& [line, counts] : lines) result.lines.push_back({line, counts});
}

void collect_reads(const BlockRunner& runner, std::uint64_t threads, LaunchResult& result) {
  std::uint64_t left = threads;
  for (const Warp& warp : runner.warps()) {
    const std::uint64_t count = std::min<std::uint64_t>(left, base::kWarpLanes);
    const auto& lanes = warp.digests.lanes;
    result.reads.insert(result.reads.end(), lanes.begin(),
                        lanes.begin() + static_cast<std::ptrdiff_t>(count));
    result.requests.push_back(warp.digests.requests);
    left -= count;
  }
}

/// Adds a block's hazards to the launch's: the same hazard in several blocks is one with a higher
/// count.
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

base::Dim3 block_at(std::uint64_t index, const base::Dim3& grid) {
  return {static_cast<std::uint32_t>(index % grid.x),
          static_cast<std::uint32_t>(index / grid.x % grid.y),
          static_cast<std::uint32_t>(index / grid.x / grid.y)};
}

void finish_fault(BlockContext& context, LaunchResult& result) {
  base::Hazard fault = std::move(*context.fault);
  result.outcome = fault.kind == base::HazardKind::kUnsupported ? base::RowOutcome::kUnsupported
                                                                : base::RowOutcome::kCrashed;
  result.outcome_text = fault.text;
  result.hazards.push_back(std::move(fault));
}

void finish_budget(const BlockContext& context, const Options& options, LaunchResult& result) {
  base::Hazard hazard;
  hazard.kind = base::HazardKind::kEndlessLoop;
  hazard.fatal = true;
  for (const Warp& warp : context.warps) {
    for (const Fragment& fragment : warp.fragments) {
      if (fragment.state != Fragment::State::kRunnable) continue;
      const std::uint32_t thread = warp.index * base::kWarpLanes +
                                   static_cast<std::uint32_t>(std::countr_zero(fragment.mask));
      hazard.thread = context.thread_id(thread);
      hazard.line = context.source_line(context.kernel.ops[fragment.pc].line);
    }
  }
  hazard.text =
      fmt::format("the kernel was stopped after {} warp instructions: a loop does not end",
                  options.instruction_budget);
  result.outcome = base::RowOutcome::kTimedOut;
  result.outcome_text = hazard.text;
  result.hazards.push_back(std::move(hazard));
}

LaunchResult run_blocks(BlockContext& context, const Isa& isa, const Options& options) {
  LaunchResult result;
  result.shared_bytes = context.shared_bytes;
  BlockRunner runner(context, isa);
  const std::uint64_t blocks = context.launch.grid.count();
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const std::uint64_t left =
        options.instruction_budget - std::min(result.warp_instructions, options.instruction_budget);
    const BlockEnd end = runner.run(block_at(b, context.launch.grid), left);
    result.warp_instructions += runner.instructions();
    merge_hazards(context.hazard_log.take(), result.hazards);
    if (end == BlockEnd::kFault) {
      finish_fault(context, result);
      break;
    }
    if (end == BlockEnd::kBudget) {
      finish_budget(context, options, result);
      break;
    }
    if (end == BlockEnd::kStopped) {
      result.outcome = base::RowOutcome::kNotRun;
      result.outcome_text = "stopped";
      break;
    }
    if (options.keep_ledger) collect_reads(runner, context.launch.block.count(), result);
  }
  result.lowest_word_read = context.lowest_word_read;
  result.printed = context.printed;
  collect_counts(context, result);
  return result;
}

}  // namespace

namespace {

/// Runs a launch of a kernel that could be lowered; `trace` may be null.
LaunchResult run_kernel(const Program& program, const Kernel& kernel, base::Launch& launch,
                        const Options& options, ReadTrace* trace) {
  if (const std::string why = launch_refusal(kernel, launch, options); !why.empty()) {
    LaunchResult refused;
    refused.outcome = base::RowOutcome::kCrashed;
    refused.outcome_text = why;
    return refused;
  }
  const std::uint32_t shared_bytes =
      launch.dynamic_shared_bytes == 0 ? kernel.static_shared_bytes
                                       : kernel.dynamic_shared_offset + launch.dynamic_shared_bytes;
  LaunchMemory memory(program.module(), kernel, launch);
  BlockContext context(kernel, program.module(), launch, memory.space(), options, shared_bytes);
  context.trace = trace;
  context.log_reads = context.log_reads || trace != nullptr;
  return run_blocks(context, program.impl().isa(), options);
}

}  // namespace

base::Result<LaunchResult> run(const Program& program, base::Launch& launch,
                               const Options& options) {
  const LoweredEntry* entry = program.impl().find(launch.kernel);
  if (entry == nullptr) return program.impl().no_such_kernel(launch.kernel);
  if (!entry->kernel) {
    LaunchResult refused;
    refused.outcome = base::RowOutcome::kUnsupported;
    refused.outcome_text = base::render(entry->errors);
    return refused;
  }
  base::Diagnostics errors = check_launch(*entry->kernel, launch);
  if (base::has_errors(errors)) return errors;
  return run_kernel(program, *entry->kernel, launch, options, nullptr);
}

base::Result<std::vector<std::uint32_t>> trace_reads(const Program& program, base::Launch& launch,
                                                     const base::ThreadId& thread,
                                                     std::size_t limit) {
  const LoweredEntry* entry = program.impl().find(launch.kernel);
  if (entry == nullptr || !entry->kernel) return program.impl().no_such_kernel(launch.kernel);
  base::Diagnostics errors = check_launch(*entry->kernel, launch);
  if (base::has_errors(errors)) return errors;
  Options options;
  options.detect_hazards = false;
  ReadTrace trace{thread, limit, {}};
  run_kernel(program, *entry->kernel, launch, options, &trace);
  return std::move(trace.words);
}

}  // namespace bankcheck::sim
