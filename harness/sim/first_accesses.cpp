#include "sim/first_accesses.hpp"

#include <algorithm>

namespace bankcheck::sim {
namespace {

constexpr std::size_t kKept = 32;

}  // namespace

void keep_first(const base::SeenAccess& access, std::vector<base::SeenAccess>& kept) {
  const auto same = [&](const base::SeenAccess& other) {
    return other.line == access.line && other.access.kind == access.access.kind;
  };
  if (kept.size() == kKept || std::any_of(kept.begin(), kept.end(), same)) return;
  kept.push_back(access);
}

}  // namespace bankcheck::sim
