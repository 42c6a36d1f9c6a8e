// The comparisons of setp and set.
#pragma once

#include <cstdint>

#include "ptx/module.hpp"

namespace bankcheck::sim {

/// kEq to kGe are false for unordered operands; kEqu to kGeu are true for them.
enum class Compare : std::uint8_t {
  kEq,
  kNe,
  kLt,
  kLe,
  kGt,
  kGe,
  kEqu,
  kNeu,
  kLtu,
  kLeu,
  kGtu,
  kGeu,
  kNum,
  kNan,
};

Compare comparison_of(const ptx::Instruction& instruction);

}  // namespace bankcheck::sim
