#include "sim/launch_counts.hpp"

#include <algorithm>
#include <map>

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

}  // namespace

void add_sites(const std::vector<Site>& from, std::vector<Site>& to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[i].requests += from[i].requests;
    to[i].cost += from[i].cost;
    to[i].worst = std::max(to[i].worst, from[i].worst);
    to[i].unruled += from[i].unruled;
  }
}

void collect_counts(const Kernel& kernel, const ptx::Module& module, const std::vector<Site>& sites,
                    LaunchResult& result) {
  std::map<base::SourceLine, base::MemoryCounts> lines;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const SiteInfo& info = kernel.sites[i];
    if (sites[i].requests == 0 || info.kind == SiteKind::kOther) continue;
    const base::MemoryCounts counts = counts_of(info, sites[i]);
    lines[info.line < module.lines.size() ? module.lines[info.line] : base::SourceLine{}].add(
        counts);
    result.counts.add(counts);
  }
  for (auto& [line, counts] : lines) result.lines.push_back({line, counts});
}

}  // namespace bankcheck::sim
