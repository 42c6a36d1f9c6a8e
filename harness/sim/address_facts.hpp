// What the text of a kernel tells about an address in shared memory: what it is counted from, and
// the power of two that divides that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ptx/module.hpp"
#include "sim/storage_layout.hpp"

namespace bankcheck::sim {

/// An address as `root + offset`. Two addresses with one root lie `offset` apart, as long as the
/// root is not written in between.
struct RootedAddress {
  std::optional<ptx::RegisterId> root;  ///< none: the start of the block's shared memory
  std::int64_t offset = 0;
};

/// Registers of one function that nvcc made: most are written once.
class AddressFacts {
 public:
  AddressFacts(const ptx::Function& function, const Offsets& shared);

  /// Nothing for an address whose symbol is not in shared memory, or that cannot be in it.
  std::optional<RootedAddress> rooted(const ptx::AddressOperand& address) const;
  /// The root is a multiple of 2 to this power wherever the kernel runs.
  unsigned alignment_bits(const std::optional<ptx::RegisterId>& root) const;

 private:
  void collect_definitions();
  void settle_alignments();
  unsigned result_bits(const ptx::Instruction& instruction) const;
  unsigned bits_of(const ptx::Operand& operand) const;
  const ptx::Instruction* only_definition(ptx::RegisterId id) const;
  std::optional<std::int64_t> offset_of(const std::string& symbol) const;
  std::optional<RootedAddress> one_step_back(const RootedAddress& address) const;

  const ptx::Function& function_;
  const Offsets& shared_;
  std::vector<std::vector<std::uint32_t>> definitions_;  ///< instructions, by register
  std::vector<unsigned> bits_;                           ///< by register
};

/// Registers that the instruction writes, as far as its operands' places tell; a source may be
/// among them.
std::vector<ptx::RegisterId> written_registers(const ptx::Instruction& instruction);

}  // namespace bankcheck::sim
