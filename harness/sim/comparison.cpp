#include "sim/comparison.hpp"

#include <utility>

namespace bankcheck::sim {

Compare comparison_of(const ptx::Instruction& instruction) {
  using ptx::Modifier;
  // lo, ls, hi and hs are lt, le, gt and ge of unsigned operands.
  static constexpr std::pair<Modifier, Compare> kTable[] = {
      {Modifier::kEq, Compare::kEq},   {Modifier::kNe, Compare::kNe},
      {Modifier::kLt, Compare::kLt},   {Modifier::kLe, Compare::kLe},
      {Modifier::kGt, Compare::kGt},   {Modifier::kGe, Compare::kGe},
      {Modifier::kLo, Compare::kLt},   {Modifier::kLs, Compare::kLe},
      {Modifier::kHi, Compare::kGt},   {Modifier::kHs, Compare::kGe},
      {Modifier::kEqu, Compare::kEqu}, {Modifier::kNeu, Compare::kNeu},
      {Modifier::kLtu, Compare::kLtu}, {Modifier::kLeu, Compare::kLeu},
      {Modifier::kGtu, Compare::kGtu}, {Modifier::kGeu, Compare::kGeu},
      {Modifier::kNum, Compare::kNum}, {Modifier::kNan, Compare::kNan},
  };
  for (const auto& [modifier, comparison] : kTable) {
    if (instruction.has(modifier)) return comparison;
  }
  return Compare::kEq;
}

}  // namespace bankcheck::sim
