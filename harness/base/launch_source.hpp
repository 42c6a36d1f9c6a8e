// Launches with fresh inputs and a judge of what they leave: all that a device needs of an
// exercise.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/launch.hpp"
#include "base/run_record.hpp"

namespace bankcheck::base {

struct ReadyLaunch {
  /// Every buffer filled: inputs drawn from the seed, outputs poisoned.
  std::shared_ptr<const Launch> launch;
  /// The first element that is not what it must be, in the launch's buffers after it ran; `nullopt`
  /// when all are right.
  std::function<std::optional<Mismatch>(const std::vector<Buffer>& left)> verify;
};

/// Makes the launches of one row, all of the same shape; the same seed makes the same launch.
/// Called from several threads at once, as are the judges.
using LaunchSource = std::function<ReadyLaunch(std::uint64_t seed)>;

}  // namespace bankcheck::base
