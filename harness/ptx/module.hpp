// A PTX module as parsed: functions of instructions with resolved registers, labels and places.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/run_record.hpp"
#include "ptx/instruction_table.hpp"

namespace bankcheck::ptx {

enum class StateSpace : std::uint8_t { kGeneric, kGlobal, kShared, kConst, kLocal, kParam };

/// A global, const, shared or local variable, or a parameter.
struct Variable {
  std::string name;
  StateSpace space = StateSpace::kGlobal;
  std::uint32_t align = 1;
  std::uint64_t size_bytes = 0;  ///< 0 for `extern .shared name[]`, the dynamic shared memory
  bool is_extern = false;
  std::vector<std::uint8_t> init;  ///< zero-extended to size_bytes when not empty
  /// Addresses of other variables in the initialiser: 8 bytes at `offset` hold `symbol` + `addend`.
  struct Relocation {
    std::uint64_t offset = 0;
    std::string symbol;
    std::int64_t addend = 0;
    bool generic = false;
  };
  std::vector<Relocation> relocations;
};

using RegisterId = std::uint32_t;

struct Register {
  std::string name;
  ScalarType type = ScalarType::kB32;
};

struct RegisterOperand {
  RegisterId id = 0;
};
/// Raw bits, already in the representation of the operand's type (0f3F800000 is 0x3f800000).
/// Integers are sign-extended to 64 bits. `is_float_literal` tells 0f/0d literals apart.
struct ImmediateOperand {
  std::uint64_t bits = 0;
  bool is_float_literal = false;
};
/// The address of a variable, parameter or function as a value, `mov.u64 %rd1, table;`. Only mov
/// and cvta take one; in the lists of a call it names a parameter.
struct SymbolOperand {
  std::string name;
  std::int64_t offset = 0;
};
/// `[%rd1+16]`, `[tile+4]`, `[1024]`. `base` is a register, a symbol name, or empty (absolute).
struct AddressOperand {
  std::variant<std::monostate, RegisterId, std::string> base;
  std::int64_t offset = 0;
};
/// `%tid.x`, `%laneid`, `%clock64`, … by index into special_register_names(). Only mov and cvt take
/// one.
struct SpecialOperand {
  int index = 0;
};
/// Target of a branch, as an instruction index of the function.
struct LabelOperand {
  std::uint32_t target = 0;
};
/// `_`, a result that nobody wants.
struct SinkOperand {};

struct VectorOperand;  // {%r1, %r2}: elements are registers, immediates or sinks
using ScalarOperand = std::variant<RegisterOperand, ImmediateOperand, SymbolOperand, AddressOperand,
                                   SpecialOperand, LabelOperand, SinkOperand>;
struct VectorOperand {
  std::vector<ScalarOperand> elements;
};

/// One operand. `negated` is the `!` before a predicate source. `second` is the q of `p|q`.
struct Operand {
  std::variant<RegisterOperand, ImmediateOperand, SymbolOperand, AddressOperand, SpecialOperand,
               LabelOperand, SinkOperand, VectorOperand>
      value;
  bool negated = false;
  std::optional<RegisterId> second;
};

struct Guard {
  RegisterId predicate = 0;
  bool negated = false;
};

/// `call (ret), callee, (args)`; `args` and `ret` are names of .param variables or registers.
struct CallTarget {
  std::string callee;  ///< empty for an indirect call
  std::optional<RegisterId> callee_register;
  std::vector<Operand> results;
  std::vector<Operand> arguments;
  std::string prototype;
};

struct Instruction {
  Opcode opcode{};
  std::optional<Guard> guard;
  std::vector<Modifier> modifiers;  ///< in the order written, types and spaces left out
  std::vector<ScalarType> types;    ///< in the order written
  StateSpace space = StateSpace::kGeneric;
  std::uint8_t vector_width = 1;  ///< 1, 2, 4 or 8
  std::vector<Operand> operands;
  std::vector<std::uint32_t> branch_table;  ///< brx.idx targets
  std::optional<CallTarget> call;
  std::uint32_t line_index = 0;  ///< into Module::lines
  std::uint32_t ptx_line = 0;    ///< line of the PTX text, from 1

  bool has(Modifier modifier) const;
  /// Type number `index`; kNone when the instruction has fewer.
  ScalarType type(std::size_t index = 0) const;
};

struct Function {
  std::string name;       ///< mangled
  std::string demangled;  ///< `probeSharedStride(float const*, …)`; the mangled name when not C++
  bool is_entry = false;
  bool is_declaration = false;
  std::vector<Variable> parameters;
  std::vector<Variable> results;
  std::vector<Register> registers;
  /// Shared and local variables and call parameters (`.param .b64 param0`) declared in the body;
  /// names that several scopes declare are made distinct (`param0`, `param0#2`), and from those of
  /// the module's variables and functions.
  std::vector<Variable> variables;
  std::vector<Instruction> instructions;
  /// Says of each instruction that the table does not know where and what it is; an instruction of
  /// Opcode::kUnsupported without operands stands in its place. Only a kernel that can reach this
  /// function cannot run. Not all of them when there are many, but one at least of each function.
  base::Diagnostics unsupported;
  base::Dim3 max_threads{0, 0, 0};       ///< .maxntid; 0 when not given
  base::Dim3 required_threads{0, 0, 0};  ///< .reqntid; 0 when not given
};

struct Module {
  int version_major = 0;
  int version_minor = 0;
  std::string target;
  std::vector<Variable> variables;
  std::vector<Function> functions;
  /// Places that instructions name; entry 0 is "no place". `inlined_at` chains have been followed
  /// to the outermost call, which is the student's own line.
  std::vector<base::SourceLine> lines;

  const Variable* find_variable(std::string_view name) const;
  const Function* find_function(std::string_view mangled) const;
  /// Entries whose source name (without namespaces, template arguments and parameters), demangled
  /// name or mangled name is `name`.
  std::vector<const Function*> find_entries(std::string_view name) const;
};

/// `%tid.x`, `%ntid.x`, … in the order that SpecialOperand::index counts.
const std::vector<std::string>& special_register_names();

}  // namespace bankcheck::ptx
