// Every instruction body, in an order in which later ones can use earlier ones. Included once per
// instruction set, inside a namespace of that set's own.

using ptx::Modifier;
using ptx::Opcode;
using ptx::ScalarType;
using ptx::StateSpace;

// clang-format off
#include "sim/bodies/lanes.inl"
#include "sim/bodies/shapes.inl"
#include "sim/bodies/integer.inl"
#include "sim/bodies/packed.inl"
#include "sim/bodies/floating.inl"
#include "sim/bodies/half.inl"
#include "sim/bodies/compare.inl"
#include "sim/bodies/convert.inl"
#include "sim/bodies/addresses.inl"
#include "sim/bodies/elements.inl"
#include "sim/bodies/memory.inl"
#include "sim/bodies/atomic.inl"
#include "sim/bodies/mbarrier.inl"
#include "sim/bodies/warp_ops.inl"
#include "sim/bodies/select_arithmetic.inl"
#include "sim/bodies/select_bits.inl"
#include "sim/bodies/select.inl"
#include "sim/bodies/interpreter.inl"
// clang-format on
