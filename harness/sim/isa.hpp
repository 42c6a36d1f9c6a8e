// The instruction bodies, built once for any x86-64 or other machine and once for AVX2. Both give
// the same results, bit for bit.
#pragma once

#include <cstdint>

#include "ptx/module.hpp"
#include "sim/op.hpp"
#include "sim/warp.hpp"

namespace bankcheck::sim {

/// Why the interpreter stopped running a fragment.
enum class Stop : std::uint8_t { kControl, kQuantum, kFault };

/// What a selector may need to know beside the instruction.
struct OperandShape {
  ptx::ScalarType destination =
      ptx::ScalarType::kNone;                       ///< type of the (first) destination register
  ptx::ScalarType source = ptx::ScalarType::kNone;  ///< type of the first source register
  bool wide_address = true;                         ///< address register of 64 bits
  bool call_parameter = false;                      ///< ld.param/st.param of a call's parameter
  bool clock_source = false;                        ///< mov from a clock register
  bool local_source = false;                        ///< mov of a local variable's address
};

struct Isa {
  const char* name;
  /// The body of an instruction, or null when the simulator has none for this form of it.
  Handler (*select)(const ptx::Instruction& instruction, const OperandShape& shape);
  /// Runs `fragment` until a control op other than a uniform branch, a fault, or `quantum` ops.
  Stop (*run)(const Op* ops, Warp& warp, Fragment& fragment, std::uint64_t quantum);
};

/// The quickest set of bodies that this processor can run.
const Isa& best_isa();
const Isa& portable_isa();
/// Null where the build or the processor has no AVX2.
const Isa* avx2_isa();

}  // namespace bankcheck::sim
