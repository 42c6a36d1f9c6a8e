#include "sim/address_facts.hpp"

#include <algorithm>
#include <bit>

namespace bankcheck::sim {

using ptx::Opcode;

namespace {

/// More than any address has: zero is a multiple of everything.
constexpr unsigned kAllBits = 64;
/// ptxas puts the block's shared memory at a multiple of 1 KiB.
constexpr unsigned kSharedBits = 10;

unsigned trailing_zeros(std::uint64_t value) {
  return value == 0 ? kAllBits : static_cast<unsigned>(std::countr_zero(value));
}

std::optional<std::uint64_t> immediate(const ptx::Operand& operand) {
  const auto* value = std::get_if<ptx::ImmediateOperand>(&operand.value);
  return value == nullptr ? std::nullopt : std::optional(value->bits);
}

/// Whether an offset is one that shared memory could have; sums of a few such do not overflow.
bool is_near(std::int64_t offset) {
  constexpr std::int64_t kFar = std::int64_t{1} << 32;
  return offset > -kFar && offset < kFar;
}

const ptx::RegisterId* register_of(const ptx::Operand& operand) {
  const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value);
  return reg == nullptr ? nullptr : &reg->id;
}

}  // namespace

std::vector<ptx::RegisterId> written_registers(const ptx::Instruction& instruction) {
  std::vector<ptx::RegisterId> written;
  const auto add = [&written](const ptx::Operand& operand) {
    if (const auto* id = register_of(operand)) written.push_back(*id);
    if (operand.second) written.push_back(*operand.second);
    if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand.value)) {
      for (const ptx::ScalarOperand& element : vector->elements) {
        const auto* reg = std::get_if<ptx::RegisterOperand>(&element);
        if (reg != nullptr) written.push_back(reg->id);
      }
    }
  };
  if (!instruction.operands.empty()) add(instruction.operands.front());
  if (instruction.call) {
    for (const ptx::Operand& result : instruction.call->results) add(result);
  }
  return written;
}

AddressFacts::AddressFacts(const ptx::Function& function, const Offsets& shared)
    : function_(function),
      shared_(shared),
      definitions_(function.registers.size()),
      bits_(function.registers.size(), kAllBits) {
  collect_definitions();
  settle_alignments();
}

void AddressFacts::collect_definitions() {
  for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) {
    for (const ptx::RegisterId id : written_registers(function_.instructions[i])) {
      definitions_[id].push_back(i);
    }
  }
}

/// Starts with what is too good and takes back what a definition denies, so that a pointer that a
/// loop moves by 16 bytes keeps the alignment that it begins with. What a compiler writes settles
/// in a few passes; of anything else nothing is known.
void AddressFacts::settle_alignments() {
  constexpr int kMostPasses = 100;
  bool changed = true;
  for (int pass = 0; changed; ++pass) {
    if (pass == kMostPasses) return std::fill(bits_.begin(), bits_.end(), 0u);
    changed = false;
    for (ptx::RegisterId id = 0; id < definitions_.size(); ++id) {
      unsigned bits = definitions_[id].empty() ? 0 : bits_[id];
      for (const std::uint32_t at : definitions_[id]) {
        bits = std::min(bits, result_bits(function_.instructions[at]));
      }
      changed |= bits != bits_[id];
      bits_[id] = bits;
    }
  }
}

unsigned AddressFacts::bits_of(const ptx::Operand& operand) const {
  if (const auto value = immediate(operand)) return trailing_zeros(*value);
  if (const auto* id = register_of(operand)) return bits_[*id];
  if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value)) {
    const auto found = shared_.find(symbol->name);
    if (found == shared_.end()) return 0;
    const auto offset = found->second + static_cast<std::uint64_t>(symbol->offset);
    return std::min(kSharedBits, trailing_zeros(offset));
  }
  return 0;
}

/// The operations that ptxas sees alignment through; it does not through `sub`, `min` and `max`.
unsigned AddressFacts::result_bits(const ptx::Instruction& instruction) const {
  const auto& operands = instruction.operands;
  const auto source = [&](std::size_t i) { return bits_of(operands[i]); };
  switch (instruction.opcode) {
    case Opcode::kMov:
    case Opcode::kCvt:
    case Opcode::kCvta:
      return operands.size() == 2 ? source(1) : 0;
    case Opcode::kAdd:
    case Opcode::kOr:
    case Opcode::kXor:
    case Opcode::kSelp:
      return std::min(source(1), source(2));
    case Opcode::kAnd:
      return std::max(source(1), source(2));
    case Opcode::kShl: {
      const auto amount = immediate(operands[2]);
      return std::min<std::uint64_t>(kAllBits, source(1) + (amount ? *amount & 63 : 0));
    }
    case Opcode::kMul:
      return instruction.has(ptx::Modifier::kHi) ? 0 : std::min(kAllBits, source(1) + source(2));
    case Opcode::kMad:
      if (instruction.has(ptx::Modifier::kHi)) return 0;
      return std::min(source(1) + source(2), source(3));
    default:
      return 0;
  }
}

unsigned AddressFacts::alignment_bits(const std::optional<ptx::RegisterId>& root) const {
  return root ? bits_[*root] : kSharedBits;
}

const ptx::Instruction* AddressFacts::only_definition(ptx::RegisterId id) const {
  if (definitions_[id].size() != 1) return nullptr;
  const ptx::Instruction& instruction = function_.instructions[definitions_[id].front()];
  return instruction.guard ? nullptr : &instruction;
}

std::optional<std::int64_t> AddressFacts::offset_of(const std::string& symbol) const {
  const auto found = shared_.find(symbol);
  if (found == shared_.end()) return std::nullopt;
  return static_cast<std::int64_t>(found->second);
}

/// The address one definition further back; nothing when the root is where it begins.
std::optional<RootedAddress> AddressFacts::one_step_back(const RootedAddress& address) const {
  const ptx::Instruction* made = address.root ? only_definition(*address.root) : nullptr;
  if (made == nullptr) return std::nullopt;
  if (made->opcode == Opcode::kMov) {
    const auto* symbol = std::get_if<ptx::SymbolOperand>(&made->operands[1].value);
    const auto offset = symbol == nullptr ? std::nullopt : offset_of(symbol->name);
    if (!offset || !is_near(symbol->offset)) return std::nullopt;
    return RootedAddress{std::nullopt, address.offset + symbol->offset + *offset};
  }
  if (made->opcode != Opcode::kAdd || made->operands.size() != 3) return std::nullopt;
  const ptx::RegisterId* from = register_of(made->operands[1]);
  const auto step = immediate(made->operands[2]);
  if (from == nullptr || !step || only_definition(*from) == nullptr) return std::nullopt;
  const auto distance = static_cast<std::int64_t>(*step);
  if (!is_near(distance)) return std::nullopt;
  return RootedAddress{*from, address.offset + distance};
}

std::optional<RootedAddress> AddressFacts::rooted(const ptx::AddressOperand& address) const {
  if (!is_near(address.offset)) return std::nullopt;
  RootedAddress rooted{std::nullopt, address.offset};
  if (const auto* symbol = std::get_if<std::string>(&address.base)) {
    const auto offset = offset_of(*symbol);
    if (!offset) return std::nullopt;
    rooted.offset += *offset;
    return rooted;
  }
  const auto* base = std::get_if<ptx::RegisterId>(&address.base);
  if (base == nullptr) return rooted;
  rooted.root = *base;
  // A register may be made of itself.
  constexpr int kLongestChain = 64;
  for (int steps = 0; steps < kLongestChain; ++steps) {
    const auto further = one_step_back(rooted);
    if (!further) return rooted;
    rooted = *further;
  }
  return std::nullopt;
}

}  // namespace bankcheck::sim
