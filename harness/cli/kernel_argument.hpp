// One kernel argument as `bankcheck profile --arg` spells it.
//
//   name:type=value             a scalar:        stride:i32=8
//   name:type[length]           a buffer:        out:i32[32]
//   name:type[length]=fill      a filled buffer: in:i32[2048]=iota
//
// Types are u8 i8 u16 i16 i32 u32 i64 u64 f32 f64. Fills are `zero` (when none is given), `ones`,
// `iota` (0, 1, 2, …), `random(seed)`, `values(1 2 3)` with a value for each element, and `@file`,
// the raw little-endian bytes. random(seed) draws from splitmix64 started at the seed: floats are
// uniform in [0, 1), integers in 0..99; the same seed gives the same elements everywhere.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/launch.hpp"
#include "base/result.hpp"

namespace bankcheck::cli {

struct KernelArgument {
  std::string name;
  /// A buffer, or the bytes of a scalar.
  std::variant<base::Buffer, std::vector<std::byte>> value;
};

/// Errors have a caret into the argument's text.
base::Result<KernelArgument> parse_kernel_argument(std::string_view text);

/// `X`, `X,Y` or `X,Y,Z`, each at least 1; missing extents are 1. `option` is named in errors.
base::Result<base::Dim3> parse_extent(std::string_view text, std::string_view option);

/// Appends the arguments to the launch, in order.
void add_arguments(base::Launch& launch, std::vector<KernelArgument> arguments);

}  // namespace bankcheck::cli
