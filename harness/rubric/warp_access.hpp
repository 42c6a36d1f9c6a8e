// The shared-memory access that one warp makes when each thread takes the element of a formula.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/bank_model.hpp"
#include "base/result.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::rubric {

using NameValues = std::map<std::string, std::int64_t>;

/// Lanes past the block's last thread are inactive. Fails, at its place in the index's text, on a
/// name that is neither a constant nor one of `tx ty tz lane`, and on an index that cannot be
/// worked out, is negative or too large, or whose address is not a multiple of the access's width.
base::Result<base::WarpAccess> warp_access(const AccessSpec& spec, const NameValues& constants);

/// Warps of the access's block.
int warp_count(const AccessSpec& spec);

}  // namespace bankcheck::rubric
