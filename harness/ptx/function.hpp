// Functions and kernels: their heads, and the directives between head and body.
#pragma once

#include "ptx/context.hpp"

namespace bankcheck::ptx {

/// Reads what stands behind `.entry` or `.func`, with the body when there is one.
void parse_function(Context& context, bool is_entry);

}  // namespace bankcheck::ptx
