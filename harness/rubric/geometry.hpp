// The sizes of a row's launch on a device, worked out from the rubric's expressions.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/launch.hpp"
#include "base/result.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::rubric {

/// The device that sizes are wanted for.
struct Target {
  bool gpu = false;
  int multiprocessors = 1;  ///< of a GPU
};

struct Geometry {
  base::Dim3 grid;
  base::Dim3 block;
  std::uint32_t dynamic_shared_bytes = 0;
  /// What expressions may name: constants, the row's variables, `grid`, `block` and `threads`
  /// (their totals: blocks, threads of a block, threads of the launch), `grid_x` … `block_z`.
  std::map<std::string, std::int64_t> names;

  /// The place of the thread whose global linear index, block after block, is `index`.
  struct Place {
    base::Dim3 block;
    base::Dim3 thread;
  };
  Place place(std::uint64_t index) const;
};

/// Errors (an extent of 0, over CUDA's limits, a division by zero) name the row; a loaded rubric
/// has none for its own rows, so they mean a row that a student added.
base::Result<Geometry> geometry(const Rubric& rubric, const RowSpec& row, const Target& target);

/// The value of an expression over the launch's names (a length, a scalar argument, a count).
base::Result<std::int64_t> evaluate_integer(const Expression& expression, const Geometry& geometry);
base::Result<double> evaluate(const Expression& expression, const Geometry& geometry);

}  // namespace bankcheck::rubric
