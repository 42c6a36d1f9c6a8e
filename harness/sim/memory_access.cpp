#include "sim/memory_access.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "sim/fault_text.hpp"
#include "sim/first_accesses.hpp"

namespace bankcheck::sim {
namespace {

using base::kWarpLanes;

constexpr std::size_t kLogLimit = 1 << 15;

std::uint32_t linear_thread(const Warp& warp, int lane) {
  return warp.index * kWarpLanes + static_cast<std::uint32_t>(lane);
}

void remember(BlockContext& block, Site& site, const AccessPattern& pattern) {
  if (block.patterns.full()) block.flush_patterns();
  site.last_pattern = block.patterns.find_or_add(pattern);
  site.last = pattern;
  site.last_cost = block.patterns.entry(site.last_pattern).cost;
}

void note_first(BlockContext& block, const Site& site, CountRule rule,
                const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width) {
  const auto index = static_cast<std::size_t>(&site - block.sites.data());
  base::SeenAccess seen{block.source_line(block.kernel.sites[index].line),
                        {access_kind(rule), static_cast<int>(width), mask, {}}};
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    seen.access.byte_address[static_cast<std::size_t>(lane)] = addresses[lane];
  }
  keep_first(seen, block.first_accesses);
}

SharedAccess describe(const Warp& warp, std::uint32_t line, const std::uint32_t* addresses,
                      std::uint32_t mask, std::uint32_t width) {
  SharedAccess access;
  access.warp = warp.index;
  access.mask = mask;
  access.width = width;
  access.line = line;
  access.addresses = addresses;
  access.shared = warp.block->shared.data();
  return access;
}

std::string misaligned_text(const BlockContext& block, const Warp& warp, int lane,
                            std::uint64_t address, std::uint32_t width) {
  return fmt::format("{} accesses {} bytes at address {:#x}, which is not a multiple of {}",
                     block.thread_text(linear_thread(warp, lane)), width, address, width);
}

/// What an access to shared memory does, for messages.
const char* verb_of(const BlockContext& block, const Op& op) {
  const auto& sites = block.kernel.sites;
  if (op.site >= sites.size()) return "accesses";
  switch (sites[op.site].kind) {
    case SiteKind::kSharedLoad:
    case SiteKind::kMatrixLoad:
      return "reads";
    case SiteKind::kSharedStore:
    case SiteKind::kAsyncCopy:
      return "writes";
    default:
      return "accesses";
  }
}

}  // namespace

void look_up_shared(BlockContext& block, Warp&, Site& site, CountRule rule,
                    const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width) {
  AccessPattern pattern;
  pattern.mask = mask;
  pattern.width = static_cast<std::uint8_t>(width);
  pattern.rule = rule;
  if (site.requests == 0) note_first(block, site, rule, addresses, mask, width);
  const std::uint32_t first = addresses[std::countr_zero(mask)];
  pattern.low_bits = static_cast<std::uint8_t>(first % base::kBankBytes);
  for (int lane = 0; lane < kWarpLanes; ++lane) pattern.distance[lane] = addresses[lane] - first;
  remember(block, site, pattern);
}

void look_up_sectors(BlockContext& block, Warp&, Site& site, const std::uint64_t* addresses,
                     std::uint32_t mask, std::uint32_t width) {
  AccessPattern pattern;
  pattern.mask = mask;
  pattern.width = static_cast<std::uint8_t>(width);
  pattern.rule = CountRule::kGlobalSectors;
  const std::uint64_t first = addresses[std::countr_zero(mask)];
  pattern.low_bits = static_cast<std::uint8_t>(first % 32);
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    pattern.distance[lane] = static_cast<std::uint32_t>(addresses[lane] - first);
  }
  remember(block, site, pattern);
}

namespace {

void trace_read(const BlockContext& block, const Warp& warp, const std::uint32_t* addresses,
                std::uint32_t mask, std::uint32_t width) {
  ReadTrace& trace = *block.trace;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if (block.thread_id(linear_thread(warp, lane)) != trace.thread) continue;
    const std::uint32_t words = std::max<std::uint32_t>(1, width / base::kBankBytes);
    for (std::uint32_t i = 0; i < words && trace.words.size() < trace.limit; ++i) {
      trace.words.push_back(addresses[lane] / base::kBankBytes + i);
    }
  }
}

}  // namespace

void note_shared_read(BlockContext& block, Warp& warp, std::uint32_t line, const Site& site,
                      const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width) {
  const ReadEvent event{addresses[std::countr_zero(mask)], site.last_pattern};
  if (block.trace != nullptr) trace_read(block, warp, addresses, mask, width);
  if (block.options.keep_ledger) {
    warp.read_log.push_back(event);
    if (warp.read_log.size() >= kLogLimit) block.flush_log(warp);
  }
  if (!block.options.detect_hazards) return;
  if (block.hazards.reads_are_quiet()) {
    auto& log = block.hazards.quiet_log(warp.index);
    log.push_back({event, line});
    if (log.size() >= kLogLimit) block.hazards.settle();
  } else {
    block.hazards.on_read(describe(warp, line, addresses, mask, width));
  }
}

std::uint32_t lanes_to_alter(BlockContext& block, Warp& warp, std::uint32_t mask) {
  const base::Dim3& grid = block.launch.grid;
  const std::uint64_t block_number =
      block.block_index.x +
      std::uint64_t{grid.x} * (block.block_index.y + std::uint64_t{grid.y} * block.block_index.z);
  const std::uint64_t first_thread = block_number * block.launch.block.count();
  std::uint32_t altered = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint64_t load = warp.loads_made[static_cast<std::size_t>(lane)]++;
    const auto wanted =
        block.options.alteration->altered_read(first_thread + linear_thread(warp, lane));
    if (wanted == load) altered |= 1u << lane;
  }
  return altered;
}

void note_shared_write(BlockContext& block, Warp& warp, std::uint32_t line,
                       const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width,
                       const std::byte* values) {
  SharedAccess access = describe(warp, line, addresses, mask, width);
  access.values = values;
  block.hazards.on_write(access);
}

void note_shared_atomic(BlockContext& block, Warp& warp, std::uint32_t line,
                        const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width) {
  if (!block.options.detect_hazards) return;
  block.hazards.on_atomic(describe(warp, line, addresses, mask, width));
}

void apply_atomic_rule(Site& site, AtomicRule rule) {
  if (rule == AtomicRule::kOneWord) return;
  site.cost -= site.last_cost;
  if (rule == AtomicRule::kNone) {
    ++site.unruled;
    return;
  }
  const auto cost = static_cast<std::uint32_t>(
      base::compare_and_swap_wavefronts(static_cast<int>(site.last_cost)));
  site.cost += cost;
  site.worst = std::max(site.worst, cost);
}

void note_async_write(BlockContext& block, Warp& warp, std::uint32_t line,
                      const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width) {
  if (!block.options.detect_hazards) return;
  block.hazards.on_async_issued(describe(warp, line, addresses, mask, width));
  if (warp.async_groups.empty()) warp.async_groups.emplace_back();
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    warp.async_groups.back().push_back(
        {addresses[lane], width, static_cast<std::uint32_t>(lane), line});
  }
}

void commit_async_group(Warp& warp) { warp.async_groups.emplace_back(); }

void wait_async_groups(Warp& warp, std::uint32_t mask, std::uint32_t may_stay_pending,
                       bool open_group_too) {
  BlockContext& block = *warp.block;
  // The last group is open: it counts only where everything is waited for.
  const std::size_t closed = warp.async_groups.empty() ? 0 : warp.async_groups.size() - 1;
  std::size_t finished = closed > may_stay_pending ? closed - may_stay_pending : 0;
  if (open_group_too) finished = warp.async_groups.size();
  for (std::size_t i = 0; i < finished; ++i) {
    std::erase_if(warp.async_groups[i], [&](const Warp::AsyncWrite& write) {
      if ((mask >> write.lane & 1u) == 0) return false;
      block.hazards.on_async_done(warp.index, write.lane, write.line, write.address, write.bytes);
      return true;
    });
  }
  while (!warp.async_groups.empty() && warp.async_groups.front().empty() &&
         warp.async_groups.size() > 1) {
    warp.async_groups.erase(warp.async_groups.begin());
  }
}

Allocation* find_allocation(BlockContext& block, std::uint64_t lowest, std::uint64_t highest,
                            std::uint32_t width) {
  Allocation* allocation = block.memory.find(lowest, width);
  if (allocation == nullptr || !allocation->contains(highest, width)) return nullptr;
  block.last_allocation = allocation;
  return allocation;
}

void note_use(BlockContext& block, Allocation& allocation, Use use) {
  allocation.uses |= use;
  if (block.speculation != nullptr) block.speculation->note_use(block.memory, allocation, use);
}

std::byte* global_bytes(BlockContext& block, Warp& warp, const Op& op, int lane,
                        std::uint64_t address, std::uint32_t width, Use use) {
  const bool write = (use & kUseWritten) != 0;
  const std::uint32_t thread = linear_thread(warp, lane);
  const bool aligned = address % width == 0 || !std::has_single_bit(width);
  Allocation* allocation = block.memory.find(address, width);
  if (allocation != nullptr && aligned && (allocation->writable || !write)) {
    if ((allocation->uses & use) != use) note_use(block, *allocation, use);
    const std::uint64_t offset = address - allocation->base;
    if (write && allocation->written != nullptr) {
      std::memset(allocation->written + offset, 1, width);
    }
    return allocation->data + offset;
  }
  const char* verb = write ? "writes" : "reads";
  if (allocation != nullptr && !aligned) {
    block.fail(base::HazardKind::kMisaligned, thread, op.line,
               misaligned_text(block, warp, lane, address, width));
  } else if (allocation != nullptr) {
    block.fail(base::HazardKind::kOutOfBounds, thread, op.line,
               fmt::format("{} writes to {}, which is read-only", block.thread_text(thread),
                           allocation->name));
  } else {
    block.fail(base::HazardKind::kOutOfBounds, thread, op.line,
               outside_buffers_text(block, thread, verb, address, width));
  }
  return nullptr;
}

std::byte* local_bytes(Warp& warp, const Op& op, int lane, std::uint64_t address,
                       std::uint32_t width) {
  BlockContext& block = *warp.block;
  const std::uint32_t thread = linear_thread(warp, lane);
  if (address >= warp.local_end || width > warp.local_end - address) {
    block.fail(
        base::HazardKind::kOutOfBounds, thread, op.line,
        fmt::format("{} accesses {} bytes at byte {} of its local memory, which has {} bytes",
                    block.thread_text(thread), width, address, warp.local_end));
    return nullptr;
  }
  if (address % width != 0) {
    block.fail(base::HazardKind::kMisaligned, thread, op.line,
               misaligned_text(block, warp, lane, address, width));
    return nullptr;
  }
  auto& bytes = warp.local[static_cast<std::size_t>(lane)];
  if (bytes.size() < warp.local_end) bytes.resize(warp.local_end);
  return bytes.data() + address;
}

Step fault_shared(BlockContext& block, Warp& warp, const Op& op, std::uint32_t mask,
                  const std::uint32_t* addresses, std::uint32_t width) {
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint32_t thread = linear_thread(warp, lane);
    const std::uint32_t address = addresses[lane];
    if (width > block.shared_bytes || address > block.shared_bytes - width) {
      return block.fail(base::HazardKind::kOutOfBounds, thread, op.line,
                        outside_shared_text(block, thread, verb_of(block, op), address, width));
    }
    if (address % width != 0) {
      return block.fail(base::HazardKind::kMisaligned, thread, op.line,
                        misaligned_text(block, warp, lane, address, width));
    }
  }
  return Step::kFault;
}

}  // namespace bankcheck::sim
