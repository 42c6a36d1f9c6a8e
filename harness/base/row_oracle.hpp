// What a device needs to check a launch without knowing the exercise: fresh inputs, and a judge.
#pragma once

#include <cstdint>
#include <optional>

#include "base/launch.hpp"
#include "base/run_record.hpp"

namespace bankcheck::base {

/// Knows one row of a sweep. Both functions are called from several threads at once.
class RowOracle {
 public:
  virtual ~RowOracle() = default;

  /// Fills every buffer of `launch`, whose sizes are set: inputs drawn from `seed` (the same seed
  /// gives the same bytes), outputs with poison that no right result contains.
  virtual void fill(std::uint64_t seed, Launch& launch) const = 0;

  /// Compares what the device left in `got` with what `given` (the launch as it was filled) asks
  /// for. `nullopt` when every element of every output is right.
  virtual std::optional<Mismatch> verify(const Launch& given, const Launch& got) const = 0;
};

}  // namespace bankcheck::base
