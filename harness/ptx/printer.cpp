#include "ptx/printer.hpp"

#include <iterator>

#include <fmt/format.h>

namespace bankcheck::ptx {
namespace {

std::string_view space_name(StateSpace space) {
  switch (space) {
    case StateSpace::kGeneric:
      return "";
    case StateSpace::kGlobal:
      return "global";
    case StateSpace::kShared:
      return "shared";
    case StateSpace::kConst:
      return "const";
    case StateSpace::kLocal:
      return "local";
    case StateSpace::kParam:
      return "param";
  }
  return "";
}

/// Appends operands of one instruction to a text.
class Printer {
 public:
  Printer(const Instruction& instruction, const Function& function)
      : instruction_(instruction), function_(function) {}

  std::string text() {
    if (instruction_.guard) {
      text_ = fmt::format("@{}{} ", instruction_.guard->negated ? "!" : "",
                          register_name(instruction_.guard->predicate));
    }
    text_ += print_spelling(instruction_);
    std::string_view separator = " ";
    for (const Operand& operand : instruction_.operands) {
      text_ += separator;
      add(operand);
      separator = ", ";
    }
    if (instruction_.call) add_call(*instruction_.call);
    for (const std::uint32_t target : instruction_.branch_table) {
      text_ += separator;
      add(LabelOperand{target});
    }
    return text_ + ";";
  }

 private:
  const std::string& register_name(RegisterId id) const { return function_.registers[id].name; }

  void add(const RegisterOperand& value) { text_ += register_name(value.id); }
  void add(const ImmediateOperand& value) {
    if (!value.is_float_literal) {
      text_ += std::to_string(static_cast<std::int64_t>(value.bits));
    } else if (size_bytes(instruction_.type(instruction_.types.size() - 1)) == 8) {
      fmt::format_to(std::back_inserter(text_), "0d{:016X}", value.bits);
    } else {
      fmt::format_to(std::back_inserter(text_), "0f{:08X}", value.bits);
    }
  }
  void add(const SymbolOperand& value) {
    text_ += value.name;
    add_offset(value.offset);
  }
  void add(const AddressOperand& value) {
    text_ += '[';
    if (const auto* base = std::get_if<RegisterId>(&value.base)) {
      text_ += register_name(*base);
      add_offset(value.offset);
    } else if (const auto* symbol = std::get_if<std::string>(&value.base)) {
      text_ += *symbol;
      add_offset(value.offset);
    } else {
      text_ += std::to_string(value.offset);
    }
    text_ += ']';
  }
  void add(const SpecialOperand& value) {
    text_ += special_register_names()[static_cast<std::size_t>(value.index)];
  }
  void add(const LabelOperand& value) { text_ += "@" + std::to_string(value.target); }
  void add(const SinkOperand&) { text_ += '_'; }
  void add(const VectorOperand& value) {
    std::string_view separator = "{";
    for (const ScalarOperand& element : value.elements) {
      text_ += separator;
      std::visit([this](const auto& scalar) { add(scalar); }, element);
      separator = ", ";
    }
    text_ += '}';
  }
  void add(const Operand& operand) {
    if (operand.negated) text_ += '!';
    std::visit([this](const auto& value) { add(value); }, operand.value);
    if (operand.second) text_ += "|" + register_name(*operand.second);
  }

  void add_offset(std::int64_t offset) {
    if (offset != 0) fmt::format_to(std::back_inserter(text_), "{:+}", offset);
  }

  void add_list(const std::vector<Operand>& list) {
    std::string_view separator = "(";
    for (const Operand& operand : list) {
      text_ += separator;
      add(operand);
      separator = ", ";
    }
    text_ += ')';
  }

  void add_call(const CallTarget& call) {
    text_ += ' ';
    if (!call.results.empty()) {
      add_list(call.results);
      text_ += ", ";
    }
    text_ += call.callee_register ? register_name(*call.callee_register) : call.callee;
    if (!call.arguments.empty()) {
      text_ += ", ";
      add_list(call.arguments);
    }
    if (!call.prototype.empty()) text_ += ", " + call.prototype;
  }

  const Instruction& instruction_;
  const Function& function_;
  std::string text_;
};

}  // namespace

std::string print_spelling(const Instruction& instruction) {
  std::string text(spelling(instruction.opcode));
  const auto add = [&text](std::string_view word) {
    if (!word.empty()) text.append(".").append(word);
  };
  for (const Modifier modifier : instruction.modifiers) add(spelling(modifier));
  add(space_name(instruction.space));
  // Only cp.async has a second space, and it is always this one.
  const bool copies_async = instruction.opcode == Opcode::kCp && instruction.operands.size() > 1;
  if (copies_async) add("global");
  if (instruction.vector_width > 1) add("v" + std::to_string(instruction.vector_width));
  for (const ScalarType type : instruction.types) add(name(type));
  return text;
}

std::string print(const Instruction& instruction, const Function& function) {
  return Printer(instruction, function).text();
}

}  // namespace bankcheck::ptx
