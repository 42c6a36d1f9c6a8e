// What every module that the parser gives out holds, whatever the text was.
#pragma once

#include <string>
#include <variant>

#include "ptx/module.hpp"
#include "ptx/printer.hpp"

namespace bankcheck::ptx {

/// The first broken invariant of a function in words; empty when all hold.
inline std::string broken_invariant(const Module& module, const Function& function) {
  const std::size_t instructions = function.instructions.size();
  const auto is_register = [&](RegisterId id) { return id < function.registers.size(); };
  const auto check_scalar = [&](const auto& value) -> std::string {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, RegisterOperand>) {
      if (!is_register(value.id)) return "a register that does not exist";
    } else if constexpr (std::is_same_v<Value, LabelOperand>) {
      if (value.target >= instructions) return "a branch out of the function";
    } else if constexpr (std::is_same_v<Value, SpecialOperand>) {
      if (static_cast<std::size_t>(value.index) >= special_register_names().size()) {
        return "a special register that does not exist";
      }
    } else if constexpr (std::is_same_v<Value, AddressOperand>) {
      const auto* base = std::get_if<RegisterId>(&value.base);
      if (base != nullptr && !is_register(*base)) return "an address register that does not exist";
    }
    return {};
  };
  const auto check = [&](const Operand& operand) -> std::string {
    if (operand.second && !is_register(*operand.second)) return "a second result without register";
    if (const auto* vector = std::get_if<VectorOperand>(&operand.value)) {
      for (const ScalarOperand& element : vector->elements) {
        const std::string broken = std::visit(check_scalar, element);
        if (!broken.empty()) return broken;
      }
      return {};
    }
    return std::visit(
        [&](const auto& value) -> std::string {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, VectorOperand>) {
            return {};
          } else {
            return check_scalar(value);
          }
        },
        operand.value);
  };
  bool has_unsupported = false;
  for (const Instruction& one : function.instructions) {
    has_unsupported |= one.opcode == Opcode::kUnsupported;
    if (one.line_index >= module.lines.size()) return "a line that does not exist";
    if (one.guard && !is_register(one.guard->predicate)) return "a guard without register";
    for (const std::uint32_t target : one.branch_table) {
      if (target >= instructions) return "a branch table that leaves the function";
    }
    for (const Operand& operand : one.operands) {
      const std::string broken = check(operand);
      if (!broken.empty()) return broken + ": " + print(one, function);
    }
  }
  if (has_unsupported != !function.unsupported.empty()) return "an unsupported instruction unnamed";
  return {};
}

}  // namespace bankcheck::ptx
