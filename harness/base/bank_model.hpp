// How many wavefronts the shared-memory pipe takes for one warp-wide request.
//
// Theory of operation. Shared memory has 32 banks of 4 bytes; word w lives in bank w mod 32. A bank
// serves one word a wavefront, to any number of lanes, so a request takes as many wavefronts as the
// busiest bank has distinct words. Wide accesses are cut into parts of the warp first: a 64-bit
// access into two half-warps, a 128-bit access into four quarter-warps, counted apart and added.
// Wide loads can undo the cut: when every active lane's partner at distance 1 is idle or on the
// same address (or the same holds at distance 2), two neighbouring parts are served together. A
// 32-bit atomic takes one pass and one more for every lane on the busiest bank; a compare-and-swap
// takes two more (see compare_and_swap_wavefronts).
//
// Source of the rule: fitted to, and exact on, 1,925 access patterns whose wavefronts were counted
// on an H200 with Nsight Compute (harness/tests/data/h200_wavefronts.csv holds half of them).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace bankcheck::base {

inline constexpr int kWarpLanes = 32;
inline constexpr int kBankCount = 32;
inline constexpr int kBankBytes = 4;
inline constexpr std::uint32_t kFullMask = 0xffffffffu;

enum class AccessKind : std::uint8_t { kLoad, kStore, kAtomic };

/// One shared-memory instruction of one warp. Addresses are byte offsets into the block's shared
/// memory, naturally aligned to `width_bytes`; those of inactive lanes are ignored.
struct WarpAccess {
  AccessKind kind = AccessKind::kLoad;
  /// 1, 2, 4, 8 or 16 for loads and stores; 4 for atomics.
  int width_bytes = 4;
  std::uint32_t active_mask = kFullMask;
  std::array<std::uint32_t, kWarpLanes> byte_address{};
};

/// The lanes that are served together, and the wavefronts that they take.
struct ServicePhase {
  std::uint32_t lanes = 0;
  int wavefronts = 0;
};

/// The parts into which the pipe cuts a request, in order; parts without an active lane are left
/// out.
std::vector<ServicePhase> service_phases(const WarpAccess& access);

/// Wavefronts of one request. 0 when no lane is active. `nullopt` for an access that no measured
/// rule covers: atomics that are not 32 bits wide.
std::optional<int> wavefronts(const WarpAccess& access);

/// Wavefronts of a 32-bit compare-and-swap whose request would take `wavefronts` as any other
/// atomic. Source: harness/tests/data/h200_shared_atomics.csv, counted on an H200.
constexpr int compare_and_swap_wavefronts(int wavefronts) {
  return wavefronts == 0 ? 0 : 2 * wavefronts - 1;
}

/// The largest number of distinct words that any one bank is asked for by the whole warp; 1 means
/// no conflict, 0 that no lane is active.
int conflict_degree(const WarpAccess& access);

/// Distinct words asked of each bank by `lanes` of the access.
std::array<int, kBankCount> words_per_bank(const WarpAccess& access, std::uint32_t lanes);

}  // namespace bankcheck::base
