// The functions that kernels call and the driver provides: vprintf and __assertfail.
#pragma once

#include <cstdint>

#include "sim/block_context.hpp"

namespace bankcheck::sim {

/// vprintf(format, arguments) for the active lanes in turn. Output beyond the limit is dropped. The
/// result is the number of arguments. False after a fault.
bool print(BlockContext& context, Warp& warp, const Op& op, const CallSite& site,
           std::uint32_t active);

/// __assertfail(message, file, line, function, size): always records a fault and returns false.
bool assert_fail(BlockContext& context, Warp& warp, const Op& op, const CallSite& site,
                 std::uint32_t active);

}  // namespace bankcheck::sim
