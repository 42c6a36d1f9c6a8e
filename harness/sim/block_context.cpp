#include "sim/block_context.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/fault_text.hpp"

namespace bankcheck::sim {
namespace {

// Gathers of 16 bytes may start at the last byte of shared memory only in bounds; padding keeps
// wide reads of narrow elements inside the vector all the same.
constexpr std::size_t kSharedPadding = 64;

constexpr const char* kWithinWarp = "__syncthreads() or __syncwarp()";

std::string place(const base::Dim3& at, const base::Dim3& extent) {
  if (extent.z > 1) return fmt::format("({}, {}, {})", at.x, at.y, at.z);
  if (extent.y > 1) return fmt::format("({}, {})", at.x, at.y);
  return fmt::format("{}", at.x);
}

base::Dim3 unflatten(std::uint64_t linear, const base::Dim3& extent) {
  return {static_cast<std::uint32_t>(linear % extent.x),
          static_cast<std::uint32_t>(linear / extent.x % extent.y),
          static_cast<std::uint32_t>(linear / extent.x / extent.y)};
}

std::string race_text(const BlockContext& block, const SharedHazard& hazard,
                      const std::string& word) {
  const auto access = [&](bool is_write, std::uint32_t thread, std::uint32_t line) {
    return fmt::format("{} {} it (line {})", block.thread_text(thread),
                       is_write ? "writes" : "reads", block.source_line(line).line);
  };
  if (hazard.other_is_async) {
    return fmt::format(
        "{} {} {}, which the asynchronous copy of line {} (started by {}) has not been waited for",
        block.thread_text(hazard.thread), hazard.is_write ? "writes" : "reads", word,
        block.source_line(hazard.other_line).line, block.thread_text(hazard.other_thread));
  }
  if (hazard.same_instruction) {
    return fmt::format(
        "{} and {} write different values to {} in the same instruction: which one stays is chance",
        block.thread_text(hazard.other_thread), block.thread_text(hazard.thread), word);
  }
  return fmt::format("{}: {} and {} with no {} in between, so the order is chance", word,
                     access(hazard.other_is_write, hazard.other_thread, hazard.other_line),
                     access(hazard.is_write, hazard.thread, hazard.line),
                     hazard.same_warp ? kWithinWarp : "__syncthreads()");
}

}  // namespace

bool HazardLog::first(base::HazardKind kind, std::uint32_t line, std::uint32_t other_line) {
  const auto [found, added] = index_.try_emplace({kind, line, other_line}, hazards_.size());
  if (!added) ++hazards_[found->second].occurrences;
  return added;
}

void HazardLog::describe(base::Hazard hazard) { hazards_.push_back(std::move(hazard)); }

std::vector<base::Hazard> HazardLog::take() {
  index_.clear();
  return std::exchange(hazards_, {});
}

BlockContext::BlockContext(const Kernel& kernel_, const ptx::Module& module_,
                           const base::Launch& launch_, AddressSpace& memory_,
                           const Options& options_, std::uint32_t shared_bytes_)
    : kernel(kernel_),
      module(module_),
      launch(launch_),
      memory(memory_),
      options(options_),
      shared(shared_bytes_ + kSharedPadding),
      shared_bytes(shared_bytes_),
      sites(kernel_.sites.size()),
      ledger(patterns),
      hazards(patterns, [this](const SharedHazard& hazard) { report(hazard); }),
      log_reads(options_.keep_ledger || options_.detect_hazards) {}

base::SourceLine BlockContext::source_line(std::uint32_t line) const {
  return line < module.lines.size() ? module.lines[line] : base::SourceLine{};
}

base::ThreadId BlockContext::thread_id(std::uint32_t linear_thread) const {
  return {block_index, unflatten(linear_thread, launch.block)};
}

std::string BlockContext::thread_text(std::uint32_t linear_thread) const {
  const base::ThreadId id = thread_id(linear_thread);
  return fmt::format("block {} thread {}", place(id.block, launch.grid),
                     place(id.thread, launch.block));
}

void BlockContext::flush_log(Warp& warp) {
  ledger.fold(warp.read_log, warp.digests, lowest_word_read);
  warp.read_log.clear();
}

void BlockContext::flush_patterns() {
  hazards.settle();
  for (Warp& warp : warps) flush_log(warp);
  ledger.forget();
  patterns.clear();
  for (Site& site : sites) site.last.mask = 0;
}

void BlockContext::report(const SharedHazard& hazard) {
  if (!hazard_log.first(hazard.kind, hazard.line, hazard.other_line)) return;
  const std::string word = place_in_shared(kernel, hazard.address);
  base::Hazard described;
  described.kind = hazard.kind;
  described.thread = thread_id(hazard.thread);
  described.line = source_line(hazard.line);
  described.text = hazard.kind == base::HazardKind::kUninitialisedRead
                       ? fmt::format("{} reads {}, which no thread has written",
                                     thread_text(hazard.thread), word)
                       : race_text(*this, hazard, word);
  hazard_log.describe(std::move(described));
}

Step BlockContext::fail(base::HazardKind kind, std::uint32_t linear_thread, std::uint32_t line,
                        std::string text) {
  base::Hazard hazard;
  hazard.kind = kind;
  hazard.fatal = true;
  hazard.thread = thread_id(linear_thread);
  hazard.line = source_line(line);
  hazard.text = std::move(text);
  fault = std::move(hazard);
  return Step::kFault;
}

}  // namespace bankcheck::sim
