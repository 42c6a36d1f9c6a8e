// The first shared access of each line of a kernel, for pictures and for naming pitfalls.
#pragma once

#include <vector>

#include "base/run_record.hpp"

namespace bankcheck::sim {

/// Adds an access when it is the first of its line and kind, up to a bound. Lists of ranges of
/// blocks, added up in the order of the blocks, are the list of the launch.
void keep_first(const base::SeenAccess& access, std::vector<base::SeenAccess>& kept);

}  // namespace bankcheck::sim
