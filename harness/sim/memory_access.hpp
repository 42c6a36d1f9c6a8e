// The parts of a memory access that need no vector instructions: faults, lookups, logs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/block_context.hpp"
#include "sim/op.hpp"
#include "sim/warp.hpp"

namespace bankcheck::sim {

/// Finds the shape of an access in the pattern cache and makes it `site`'s last one.
void look_up_shared(BlockContext& block, Warp& warp, Site& site, CountRule rule,
                    const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width);
void look_up_sectors(BlockContext& block, Warp& warp, Site& site, const std::uint64_t* addresses,
                     std::uint32_t mask, std::uint32_t width);

/// Logs a shared load for the ledger and for hazards.
void note_shared_read(BlockContext& block, Warp& warp, std::uint32_t line, const Site& site,
                      const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width);
/// Which of a shared load's lanes get another value than they asked for (Options::alteration).
std::uint32_t lanes_to_alter(BlockContext& block, Warp& warp, std::uint32_t mask);
/// Checks a shared store for hazards. `values`: `width` bytes for each lane. Call before storing.
void note_shared_write(BlockContext& block, Warp& warp, std::uint32_t line,
                       const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width,
                       const std::byte* values);
void note_shared_atomic(BlockContext& block, Warp& warp, std::uint32_t line,
                        const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width);

/// Corrects what a shared atomic of `site` was counted as: as an addition.
void apply_atomic_rule(Site& site, AtomicRule rule);

/// Checks the shared side of a cp.async like a store, and remembers it as pending.
void note_async_write(BlockContext& block, Warp& warp, std::uint32_t line,
                      const std::uint32_t* addresses, std::uint32_t mask, std::uint32_t width);
void commit_async_group(Warp& warp);
/// The lanes of `mask` wait for their copies, but for the latest `may_stay_pending` groups.
void wait_async_groups(Warp& warp, std::uint32_t mask, std::uint32_t may_stay_pending,
                       bool open_group_too);

/// The allocation that holds both accesses, or null; remembers it for the next time.
Allocation* find_allocation(BlockContext& block, std::uint64_t lowest, std::uint64_t highest,
                            std::uint32_t width);
/// The first time that an allocation is put to this use.
void note_use(BlockContext& block, Allocation& allocation, Use use);
/// The bytes behind one lane's global address, or null after recording why there are none.
std::byte* global_bytes(BlockContext& block, Warp& warp, const Op& op, int lane,
                        std::uint64_t address, std::uint32_t width, Use use);
/// The same for local memory.
std::byte* local_bytes(Warp& warp, const Op& op, int lane, std::uint64_t address,
                       std::uint32_t width);

/// Records the first lane whose shared access is out of bounds or misaligned. Returns Step::kFault.
Step fault_shared(BlockContext& block, Warp& warp, const Op& op, std::uint32_t mask,
                  const std::uint32_t* addresses, std::uint32_t width);

}  // namespace bankcheck::sim
