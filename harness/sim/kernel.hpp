// A kernel lowered for execution, with every function that it can call.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/bank_model.hpp"
#include "ptx/module.hpp"
#include "sim/op.hpp"

namespace bankcheck::sim {

/// The first slots of every register file.
struct FixedSlots {
  static constexpr Slot kAlwaysTrue = 0;
  static constexpr Slot kNeverTrue = 4;
  static constexpr Slot kCarry = 8;  ///< the condition code of extended-precision arithmetic
  static constexpr Slot kFirst = 128;
};

/// A value that every lane of a warp's register file holds from the start.
struct ConstantSlot {
  Slot slot = 0;
  std::uint8_t lane_bytes = 4;
  std::uint64_t bits = 0;
};

/// A special register that the kernel reads, and where it lives.
struct SpecialSlot {
  Slot slot = 0;
  std::uint8_t lane_bytes = 4;
  int special = 0;  ///< index into ptx::special_register_names()
};

/// A span of bytes per lane inside the register file: call parameters and results.
struct ParameterBlock {
  Slot slot = 0;
  std::uint32_t bytes_per_lane = 0;
};

/// A register, predicate (`bytes_per_lane` 0) or parameter block that belongs to a function.
struct StoredSlot {
  Slot slot = 0;
  std::uint32_t bytes_per_lane = 0;
};

struct LoweredFunction {
  const ptx::Function* source = nullptr;
  std::uint32_t entry = 0;  ///< op index
  Slot first_slot = 0;      ///< what the function stores lies in [first_slot, end_slot)
  Slot end_slot = 0;
  std::vector<StoredSlot> storage;
  std::uint32_t local_bytes = 0;
  std::vector<ParameterBlock> parameters;
  std::vector<ParameterBlock> results;
};

/// `call`: what is copied where. Indirect calls have no callee and take it from a register.
struct CallSite {
  std::int32_t callee = -1;  ///< into Kernel::functions
  std::vector<ParameterBlock> arguments;
  std::vector<ParameterBlock> results;
  enum class Builtin : std::uint8_t {
    kNone,
    kPrintf,
    kAssert,
    kMalloc,
    kFree
  } builtin = Builtin::kNone;
};

/// Kinds of memory op that are counted apart.
enum class SiteKind : std::uint8_t {
  kSharedLoad,
  kSharedStore,
  kSharedAtomic,
  kMatrixLoad,
  kAsyncCopy,
  kGlobalLoad,
  kGlobalStore,
  kGlobalAtomic,
  kGeneric,
  kOther,
};

struct SiteInfo {
  std::uint32_t line = 0;
  SiteKind kind = SiteKind::kOther;
};

struct SharedVariable {
  std::string name;
  std::uint32_t offset = 0;
  std::uint32_t size_bytes = 0;
};

struct Kernel {
  const ptx::Function* source = nullptr;
  std::vector<Op> ops;
  std::vector<std::uint32_t> aux;
  std::vector<LoweredFunction> functions;  ///< [0] is the entry
  std::vector<CallSite> calls;
  std::vector<SiteInfo> sites;
  std::vector<ConstantSlot> constants;
  std::vector<SpecialSlot> specials;
  std::vector<std::uint64_t>
      parameter_offsets;  ///< of the entry's parameters in the parameter block
  std::uint64_t parameter_bytes = 0;
  std::uint32_t register_file_bytes = 0;
  std::vector<SharedVariable> shared_variables;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_offset = 0;
  /// Smallest shared access in bytes (1, 2 or 4): the granularity of hazard detection.
  std::uint32_t shared_granule_bytes = 4;
  bool has_global_atomics = false;
};

}  // namespace bankcheck::sim
