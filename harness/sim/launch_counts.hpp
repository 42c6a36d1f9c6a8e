// The counters of memory ops, added up for the launch and for its source lines.
#pragma once

#include <vector>

#include "sim/block_context.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::sim {

/// Adds the counters of one range of blocks to another's.
void add_sites(const std::vector<Site>& from, std::vector<Site>& to);

/// Fills `counts` and `lines` of the result.
void collect_counts(const Kernel& kernel, const ptx::Module& module, const std::vector<Site>& sites,
                    LaunchResult& result);

}  // namespace bankcheck::sim
