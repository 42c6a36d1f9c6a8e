// What the operators of expressions do to lanes of numbers; not for users of Expression.
#pragma once

#include <cstdint>

#include "rubric/expression_tree.hpp"

namespace bankcheck::rubric {

/// A number of a register; the compiler knows which of the two it is.
union Slot {
  std::int64_t integer;
  double real;
};

/// Lanes of an operand: one number each, or one for all.
struct Operand {
  const Slot* slots;
  bool varies;

  const Slot& lane(int i) const { return slots[varies ? i : 0]; }
};

/// `result[i] = a op b` for `lanes` lanes. Operators of one operand ignore `b`. The operands have
/// been checked: no division by zero, no shift outside 0..63.
using LaneFunction = void (*)(const Operand& a, const Operand& b, Slot* result, int lanes);

/// Null for an operator that integers, or real numbers, do not have.
LaneFunction integer_operation(Op op);
LaneFunction real_operation(Op op);

}  // namespace bankcheck::rubric
