// The values behind `=` of a variable: bytes, and the addresses of other variables among them.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/context.hpp"

namespace bankcheck::ptx {

/// Shape of a variable: `dimensions` from the outermost inwards; the first is 0 for `name[]`.
struct ArrayShape {
  ScalarType element = ScalarType::kNone;
  std::vector<std::uint64_t> dimensions;
};

/// Reads a value or a `{…}` of them into `variable`; an open first dimension takes its size from
/// it. False when an error has been reported.
bool parse_initialiser(Context& context, const ArrayShape& shape, Variable& variable);

}  // namespace bankcheck::ptx
