#include "base/bank_model.hpp"

#include <algorithm>
#include <bit>

namespace bankcheck::base {
namespace {

constexpr std::uint32_t kHalfWarp = 0x0000ffffu;
constexpr std::uint32_t kQuarterWarp = 0x000000ffu;

bool active(std::uint32_t mask, int lane) { return (mask >> lane & 1u) != 0; }

/// Whether every active lane's partner at `distance` is idle or asks for the same address.
bool partners_agree(const WarpAccess& access, int distance) {
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    const int partner = lane ^ distance;
    if (active(access.active_mask, lane) && active(access.active_mask, partner) &&
        access.byte_address[lane] != access.byte_address[partner]) {
      return false;
    }
  }
  return true;
}

bool wide_load_merges(const WarpAccess& access) {
  return access.kind == AccessKind::kLoad &&
         (partners_agree(access, 1) || partners_agree(access, 2));
}

/// The lane masks of the parts that are served one after another.
std::vector<std::uint32_t> phase_lanes(const WarpAccess& access) {
  if (access.width_bytes == 8) {
    if (wide_load_merges(access)) return {kFullMask};
    return {kHalfWarp, kHalfWarp << 16};
  }
  if (access.width_bytes == 16) {
    if (wide_load_merges(access)) return {kHalfWarp, kHalfWarp << 16};
    return {kQuarterWarp, kQuarterWarp << 8, kQuarterWarp << 16, kQuarterWarp << 24};
  }
  return {kFullMask};
}

int busiest_bank_words(const WarpAccess& access, std::uint32_t lanes) {
  const auto words = words_per_bank(access, lanes);
  return *std::max_element(words.begin(), words.end());
}

int busiest_bank_lanes(const WarpAccess& access) {
  std::array<int, kBankCount> lanes_on_bank{};
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    if (active(access.active_mask, lane)) {
      ++lanes_on_bank[access.byte_address[lane] / kBankBytes % kBankCount];
    }
  }
  return *std::max_element(lanes_on_bank.begin(), lanes_on_bank.end());
}

}  // namespace

std::array<int, kBankCount> words_per_bank(const WarpAccess& access, std::uint32_t lanes) {
  std::vector<std::uint32_t> words;
  const int words_per_lane = std::max(1, access.width_bytes / kBankBytes);
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    if (!active(access.active_mask & lanes, lane)) continue;
    const std::uint32_t first = access.byte_address[lane] / kBankBytes;
    for (int i = 0; i < words_per_lane; ++i) words.push_back(first + static_cast<std::uint32_t>(i));
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::array<int, kBankCount> count{};
  for (const std::uint32_t word : words) ++count[word % kBankCount];
  return count;
}

std::vector<ServicePhase> service_phases(const WarpAccess& access) {
  if (access.active_mask == 0) return {};
  if (access.kind == AccessKind::kAtomic) {
    return {{access.active_mask, 1 + busiest_bank_lanes(access)}};
  }
  std::vector<ServicePhase> phases;
  for (const std::uint32_t lanes : phase_lanes(access)) {
    if ((lanes & access.active_mask) == 0) continue;
    phases.push_back({lanes & access.active_mask, busiest_bank_words(access, lanes)});
  }
  return phases;
}

std::optional<int> wavefronts(const WarpAccess& access) {
  if (access.kind == AccessKind::kAtomic && access.width_bytes != kBankBytes) return std::nullopt;
  int total = 0;
  for (const ServicePhase& phase : service_phases(access)) total += phase.wavefronts;
  return total;
}

int conflict_degree(const WarpAccess& access) { return busiest_bank_words(access, kFullMask); }

}  // namespace bankcheck::base
