// Theory of operation. The rule was read off the code that ptxas 13.0 makes for sm_90 of some two
// hundred kernels, by the widths of their shared loads; harness/tests/data/merging holds those that
// tell its parts apart. Within a run of instructions that nothing ends (a label, a branch, a
// barrier, a fence, a call, a write to shared memory, or arithmetic that ptxas puts a branch into),
// loads whose addresses lie constant offsets apart are sorted into 16-byte windows, aligned as far
// as the address is known to be. Three or four words asked for in one window become one load of 128
// bits, two words that are an aligned pair one of 64; any other two stay apart. Order, the types
// read and other arrays in between do not matter.
//
// What is not foreseen: ptxas turns some short branches into predicates first, and then joins
// across them; it joins 16-bit elements where one instruction uses both.
#include "sim/load_merging.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "sim/address_facts.hpp"

namespace bankcheck::sim {
namespace {

using ptx::Opcode;
using ptx::ScalarType;
using ptx::StateSpace;

constexpr std::int64_t kWindowBytes = 16;
constexpr std::size_t kWindowWords = 4;

/// A load that may be joined with others.
struct Candidate {
  std::uint32_t instruction = 0;
  std::int64_t offset = 0;  ///< from the root
  std::uint32_t width_bytes = 0;
};

bool may_write_shared(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::kSt:
    case Opcode::kAtom:
    case Opcode::kRed:
      return instruction.space == StateSpace::kShared || instruction.space == StateSpace::kGeneric;
    case Opcode::kCp:
    case Opcode::kStmatrix:
      return true;
    default:
      return false;
  }
}

/// Arithmetic for whose rare operands ptxas branches away.
bool has_slow_path(const ptx::Instruction& instruction) {
  const ScalarType type = instruction.type();
  const bool is_float = type == ScalarType::kF32 || type == ScalarType::kF64;
  switch (instruction.opcode) {
    case Opcode::kDiv:
    case Opcode::kRem:
      if (!is_float) return ptx::size_bytes(type) == 8;
      return !instruction.has(ptx::Modifier::kApprox) && !instruction.has(ptx::Modifier::kFull);
    case Opcode::kRcp:
    case Opcode::kSqrt:
      return !instruction.has(ptx::Modifier::kApprox);
    default:
      return false;
  }
}

bool ends_run(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::kBra:
    case Opcode::kBrx:
    case Opcode::kRet:
    case Opcode::kExit:
    case Opcode::kTrap:
    case Opcode::kCall:
    case Opcode::kBar:
    case Opcode::kBarrier:
    case Opcode::kMbarrier:
    case Opcode::kMembar:
    case Opcode::kFence:
    case Opcode::kNanosleep:
      return true;
    default:
      return may_write_shared(instruction) || has_slow_path(instruction);
  }
}

std::vector<bool> branch_targets(const ptx::Function& function) {
  std::vector<bool> is_target(function.instructions.size() + 1, false);
  for (const ptx::Instruction& instruction : function.instructions) {
    for (const std::uint32_t target : instruction.branch_table) is_target[target] = true;
    if (instruction.opcode != Opcode::kBra) continue;
    is_target[std::get<ptx::LabelOperand>(instruction.operands.front().value).target] = true;
  }
  return is_target;
}

bool names(const ptx::Instruction& instruction, ptx::RegisterId id) {
  const auto is_it = [id](const auto& value) {
    using T = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<T, ptx::RegisterOperand>) return value.id == id;
    if constexpr (std::is_same_v<T, ptx::AddressOperand>) {
      const auto* base = std::get_if<ptx::RegisterId>(&value.base);
      return base != nullptr && *base == id;
    }
    return false;
  };
  if (instruction.guard && instruction.guard->predicate == id) return true;
  return std::any_of(
      instruction.operands.begin(), instruction.operands.end(), [&](const ptx::Operand& operand) {
        if (operand.second && *operand.second == id) return true;
        const auto* vector = std::get_if<ptx::VectorOperand>(&operand.value);
        if (vector == nullptr) return std::visit(is_it, operand.value);
        return std::any_of(
            vector->elements.begin(), vector->elements.end(),
            [&](const ptx::ScalarOperand& element) { return std::visit(is_it, element); });
      });
}

class Merger {
 public:
  Merger(ptx::Function& function, const Offsets& shared)
      : function_(function), facts_(function, shared), writes_(function.registers.size(), 0) {}

  std::size_t run() {
    const std::vector<bool> is_target = branch_targets(function_);
    for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) {
      if (is_target[i] || ends_run(function_.instructions[i])) end_run();
      add(i);
      for (const ptx::RegisterId id : written_registers(function_.instructions[i])) ++writes_[id];
    }
    end_run();
    for (const auto& [window, loads] : chosen_) join(window, loads);
    return joined_;
  }

 private:
  /// Where a window begins, counted from the root of its first load.
  struct Window {
    std::int64_t start;
    std::int64_t bytes;
  };
  using Loads = std::vector<Candidate>;
  /// A root with how often it had been written.
  using Key = std::pair<std::optional<ptx::RegisterId>, std::uint32_t>;

  void add(std::uint32_t index) {
    const ptx::Instruction& one = function_.instructions[index];
    const std::uint32_t element = ptx::size_bytes(one.type());
    if (one.opcode != Opcode::kLd || one.space != StateSpace::kShared || one.guard ||
        !one.modifiers.empty() || (element != 4 && element != 8)) {
      return;
    }
    const auto rooted = facts_.rooted(std::get<ptx::AddressOperand>(one.operands[1].value));
    const std::uint32_t width = element * one.vector_width;
    if (!rooted || width > kWindowBytes || rooted->offset % width != 0) return;
    const std::uint32_t writes = rooted->root ? writes_[*rooted->root] : 0;
    run_[{rooted->root, writes}].push_back({index, rooted->offset, width});
  }

  void end_run() {
    for (const auto& [key, loads] : run_) {
      const unsigned bits = facts_.alignment_bits(key.first);
      if (bits < 3) continue;
      const std::int64_t bytes = bits == 3 ? kWindowBytes / 2 : kWindowBytes;
      std::map<std::int64_t, Loads> windows;
      for (const Candidate& load : loads) {
        if (load.width_bytes > bytes) continue;
        const std::int64_t start = load.offset & -bytes;
        windows[start].push_back(load);
      }
      for (const auto& [start, inside] : windows) choose({start, bytes}, inside);
    }
    run_.clear();
  }

  /// Notes the loads of a window when ptxas makes one of them.
  void choose(Window window, const Loads& loads) {
    std::uint32_t words = 0;
    for (const Candidate& load : loads) {
      const std::uint32_t own = ((1u << load.width_bytes / 4) - 1)
                                << static_cast<std::uint32_t>(load.offset - window.start) / 4;
      if ((words & own) != 0) return;  // one word twice
      words |= own;
    }
    if (loads.size() < 2 || !can_stand_at_first(loads) || !have_one_element_size(loads)) return;
    if (std::popcount(words) < 3) {
      if (words != 0b0011 && words != 0b1100) return;
      window = {window.start + (words == 0b1100 ? 8 : 0), 8};
    }
    chosen_.push_back({window, loads});
  }

  bool have_one_element_size(const Loads& loads) const {
    const auto size = [&](const Candidate& load) {
      return ptx::size_bytes(function_.instructions[load.instruction].type());
    };
    return std::all_of(loads.begin(), loads.end(),
                       [&](const Candidate& load) { return size(load) == size(loads.front()); });
  }

  /// Whether nothing before a load names the registers that it writes.
  bool can_stand_at_first(const Loads& loads) const {
    for (const Candidate& load : loads) {
      for (const ptx::RegisterId id : written_registers(function_.instructions[load.instruction])) {
        for (std::uint32_t i = loads.front().instruction; i < load.instruction; ++i) {
          if (names(function_.instructions[i], id)) return false;
        }
      }
    }
    return true;
  }

  /// Makes the first load a vector that gives all their registers, and the others nothing.
  void join(Window window, const Loads& loads) {
    ptx::Instruction& first = function_.instructions[loads.front().instruction];
    const std::uint32_t element = ptx::size_bytes(first.type());
    std::vector<ptx::ScalarOperand> elements(static_cast<std::size_t>(window.bytes) / element,
                                             ptx::SinkOperand{});
    for (const Candidate& load : loads) {
      std::size_t at = static_cast<std::size_t>(load.offset - window.start) / element;
      const ptx::Operand& to = function_.instructions[load.instruction].operands.front();
      if (const auto* reg = std::get_if<ptx::RegisterOperand>(&to.value)) elements[at] = *reg;
      if (const auto* vector = std::get_if<ptx::VectorOperand>(&to.value)) {
        for (const ptx::ScalarOperand& part : vector->elements) elements[at++] = part;
      }
    }
    first.vector_width = static_cast<std::uint8_t>(elements.size());
    first.types = {element == 8 ? ScalarType::kB64 : ScalarType::kB32};
    first.operands.front().value = ptx::VectorOperand{std::move(elements)};
    std::get<ptx::AddressOperand>(first.operands[1].value).offset +=
        window.start - loads.front().offset;
    for (std::size_t i = 1; i < loads.size(); ++i) erase(loads[i].instruction);
    joined_ += loads.size() - 1;
  }

  /// Leaves an instruction that does nothing, so that labels keep their places.
  void erase(std::uint32_t index) {
    ptx::Instruction nothing;
    nothing.opcode = Opcode::kMembar;
    nothing.line_index = function_.instructions[index].line_index;
    nothing.ptx_line = function_.instructions[index].ptx_line;
    function_.instructions[index] = std::move(nothing);
  }

  ptx::Function& function_;
  AddressFacts facts_;
  std::vector<std::uint32_t> writes_;
  std::map<Key, Loads> run_;
  std::vector<std::pair<Window, Loads>> chosen_;
  std::size_t joined_ = 0;
};

}  // namespace

std::size_t merge_shared_loads(ptx::Module& module, const std::string& kernel) {
  const auto entries = module.find_entries(kernel);
  if (entries.size() != 1) return 0;
  const ptx::Function& entry = *entries.front();
  Kernel layout;
  const Offsets shared = lay_out_shared(module, reachable_functions(module, entry), layout);
  const auto index = static_cast<std::size_t>(&entry - module.functions.data());
  return Merger(module.functions[index], shared).run();
}

}  // namespace bankcheck::sim
