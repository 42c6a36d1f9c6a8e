#include <algorithm>
#include <array>

#include "ptx/literal.hpp"
#include "ptx/operand.hpp"
#include "ptx/special_registers.hpp"
#include "ptx/type_fit.hpp"

namespace bankcheck::ptx {
namespace {

constexpr std::uint64_t kLastBarrier = 15;
constexpr std::uint64_t kWarpLanes = 32;

std::string constants_text(const OperandShape& shape) {
  if (shape.constants.empty()) return "an integer constant";
  std::string text = "the constant ";
  for (std::size_t i = 0; i < shape.constants.size(); ++i) {
    if (i > 0) text += i + 1 < shape.constants.size() ? ", " : " or ";
    text += std::to_string(shape.constants[i]);
  }
  return text;
}

/// Checks the operands of one instruction against one form.
class Fitting {
 public:
  Fitting(const Body& body, const Spelling& spelling, const Form& form,
          const ParsedOperands& parsed)
      : body_(body), spelling_(spelling), form_(form), parsed_(parsed) {}

  /// The number of operands that fit, from the first; all of them when the form fits.
  std::size_t fitting_operands() const {
    for (std::size_t i = 0; i < parsed_.operands.size(); ++i) {
      if (!fits(*shape(i), parsed_.operands[i], i)) return i;
    }
    return parsed_.operands.size();
  }

  bool count_fits() const {
    const std::size_t count = parsed_.operands.size();
    return count >= form_.required_operands && count <= form_.operands.size();
  }

  /// The shape that operand `index` is held against: optional operands are left out from the last.
  const OperandShape* shape(std::size_t index) const {
    std::size_t optional_given = parsed_.operands.size() - form_.required_operands;
    for (const OperandShape& shape : form_.operands) {
      if (shape.optional) {
        if (optional_given == 0) continue;
        --optional_given;
      }
      if (index-- == 0) return &shape;
    }
    return nullptr;
  }

  /// Whether operand `index` is a vector and is wanted to be one, if not this one: the better form
  /// to name in a message.
  bool wants_given_vector(std::size_t index) const {
    return shape(index)->kind == 'v' &&
           std::holds_alternative<VectorOperand>(parsed_.operands[index].value);
  }

  ScalarType wanted_type(const OperandShape& shape) const {
    const auto given = [&](std::size_t i) {
      return i < spelling_.types.size() ? spelling_.types[i] : ScalarType::kNone;
    };
    switch (shape.type_of) {
      case OperandShape::TypeOf::kFirst:
        return given(0);
      case OperandShape::TypeOf::kSecond:
        return given(1);
      case OperandShape::TypeOf::kTwiceFirst:
        return twice_as_wide(given(0));
      case OperandShape::TypeOf::kNamed:
        return shape.named;
    }
    return ScalarType::kNone;
  }

  std::string wanted_text(const OperandShape& shape) const {
    const std::string type = "." + std::string(name(wanted_type(shape)));
    switch (shape.kind) {
      case 'q':
        return "a predicate register";
      case 'p':
        return "a predicate";
      case 'a':
        return "an address in brackets";
      case 'i':
        return constants_text(shape);
      case 'b':
        return "a barrier number, 0 to 15";
      case 'n':
        return "a number of threads, a multiple of 32";
      case 'v':
        return "a vector in braces that holds a " + type + " value";
      default:
        break;
    }
    const std::string what = shape.kind == 'd' ? " register" : " register or constant";
    if (shape.must_have_second) return "a " + type + what + " with `|` and a predicate";
    if (spelling_.vector_width == 1) return "a " + type + what;
    return std::to_string(spelling_.vector_width) + " " + type + what + "s in braces";
  }

 private:
  bool fits(const OperandShape& shape, const Operand& operand, std::size_t index) const {
    if (operand.negated && shape.kind != 'p') return false;
    if (operand.second ? !shape.may_have_second : shape.must_have_second) return false;
    switch (shape.kind) {
      case 'd':
        return fits_destination(shape, operand);
      case 'q':
        return is_register(operand, ScalarType::kPred) || is_allowed_sink(shape, operand);
      case 's':
        return fits_source(shape, operand);
      case 'p':
        return fits_predicate(operand);
      case 'a':
        return fits_address(operand);
      case 'i':
        return fits_constant(shape, operand);
      case 'b':
        return fits_number(operand, [](std::uint64_t number) { return number <= kLastBarrier; });
      case 'n':
        return fits_number(
            operand, [](std::uint64_t number) { return number != 0 && number % kWarpLanes == 0; });
      case 'v':
        return fits_packed(shape, operand, index == 0);
      default:
        return false;
    }
  }

  bool is_register(const Operand& operand, ScalarType type) const {
    const auto* value = std::get_if<RegisterOperand>(&operand.value);
    return value != nullptr && register_type(*value) == type;
  }
  static bool is_allowed_sink(const OperandShape& shape, const Operand& operand) {
    return shape.may_be_sink && std::holds_alternative<SinkOperand>(operand.value);
  }
  static bool is_integer_constant(const Operand& operand) {
    const auto* value = std::get_if<ImmediateOperand>(&operand.value);
    return value != nullptr && !value->is_float_literal;
  }
  static bool fits_constant(const OperandShape& shape, const Operand& operand) {
    if (!is_integer_constant(operand)) return false;
    const std::uint64_t bits = std::get<ImmediateOperand>(operand.value).bits;
    return shape.constants.empty() ||
           std::find(shape.constants.begin(), shape.constants.end(), bits) != shape.constants.end();
  }
  /// A 32-bit register, or a constant for which `allows` holds.
  template <class Allows>
  bool fits_number(const Operand& operand, Allows allows) const {
    if (const auto* value = std::get_if<RegisterOperand>(&operand.value)) {
      return register_fits(register_type(*value), ScalarType::kB32, false);
    }
    return is_integer_constant(operand) && allows(std::get<ImmediateOperand>(operand.value).bits);
  }
  bool constant_fits(const ImmediateOperand& constant, ScalarType wanted) const {
    if (!constant.is_float_literal) return integer_fits(wanted);
    return float_fits(parsed_.float_literals[constant.bits].kind, wanted);
  }
  ScalarType register_type(const RegisterOperand& operand) const {
    return body_.function.registers[operand.id].type;
  }

  bool fits_destination(const OperandShape& shape, const Operand& operand) const {
    if (spelling_.vector_width > 1) return fits_vector(shape, operand, true);
    if (is_allowed_sink(shape, operand)) return true;
    const auto* value = std::get_if<RegisterOperand>(&operand.value);
    return value != nullptr &&
           register_fits(register_type(*value), wanted_type(shape), shape.may_be_wider);
  }

  bool fits_source(const OperandShape& shape, const Operand& operand) const {
    // The cache policy behind a vector access is a scalar all the same.
    if (spelling_.vector_width > 1 && shape.type_of != OperandShape::TypeOf::kNamed) {
      return fits_vector(shape, operand, false);
    }
    const ScalarType wanted = wanted_type(shape);
    if (const auto* value = std::get_if<RegisterOperand>(&operand.value)) {
      return register_fits(register_type(*value), wanted, shape.may_be_wider);
    }
    if (const auto* value = std::get_if<ImmediateOperand>(&operand.value)) {
      return constant_fits(*value, wanted);
    }
    // Addresses and special registers are values for moves and conversions only.
    const Opcode opcode = spelling_.opcode;
    if (std::holds_alternative<SymbolOperand>(operand.value)) {
      return (opcode == Opcode::kMov || opcode == Opcode::kCvta) && address_value_fits(wanted);
    }
    const auto* special = std::get_if<SpecialOperand>(&operand.value);
    return special != nullptr && (opcode == Opcode::kMov || opcode == Opcode::kCvt) &&
           special_fits(special_register_type(special->index), wanted);
  }

  bool fits_predicate(const Operand& operand) const {
    if (is_register(operand, ScalarType::kPred)) return true;
    const auto* special = std::get_if<SpecialOperand>(&operand.value);
    if (special != nullptr) return special_register_type(special->index) == ScalarType::kPred;
    return is_integer_constant(operand) && !operand.negated;
  }

  bool fits_address(const Operand& operand) const {
    const auto* address = std::get_if<AddressOperand>(&operand.value);
    if (address == nullptr) return false;
    const auto* base = std::get_if<RegisterId>(&address->base);
    if (base == nullptr) return true;
    return is_address_register(body_.function.registers[*base].type);
  }

  bool fits_vector(const OperandShape& shape, const Operand& operand, bool is_destination) const {
    const auto* vector = std::get_if<VectorOperand>(&operand.value);
    if (vector == nullptr || vector->elements.size() != spelling_.vector_width) return false;
    return elements_fit(*vector, wanted_type(shape), shape.may_be_wider, is_destination);
  }

  /// `{%r1, %r2}` as one 64-bit value, or the registers of ldmatrix and stmatrix.
  bool fits_packed(const OperandShape& shape, const Operand& operand, bool is_destination) const {
    const auto* vector = std::get_if<VectorOperand>(&operand.value);
    if (vector == nullptr) return false;
    const std::size_t count = vector->elements.size();
    if (shape.type_of == OperandShape::TypeOf::kNamed) {
      return count == matrix_count() && elements_fit(*vector, shape.named, false, is_destination);
    }
    const std::size_t total = size_bytes(wanted_type(shape));
    if (count != 2 && count != 4 && count != 8) return false;
    const ScalarType element = bits_of_size(static_cast<std::uint32_t>(total / count));
    return element != ScalarType::kNone && size_bytes(element) * count == total &&
           elements_fit(*vector, element, false, is_destination);
  }

  std::size_t matrix_count() const {
    for (const Modifier modifier : spelling_.modifiers) {
      if (modifier == Modifier::kX2) return 2;
      if (modifier == Modifier::kX4) return 4;
    }
    return 1;
  }

  bool elements_fit(const VectorOperand& vector, ScalarType wanted, bool may_be_wider,
                    bool is_destination) const {
    return std::all_of(vector.elements.begin(), vector.elements.end(), [&](const auto& element) {
      if (const auto* value = std::get_if<RegisterOperand>(&element)) {
        return register_fits(register_type(*value), wanted, may_be_wider);
      }
      if (is_destination) return std::holds_alternative<SinkOperand>(element);
      const auto* value = std::get_if<ImmediateOperand>(&element);
      return value != nullptr && constant_fits(*value, wanted);
    });
  }

  const Body& body_;
  const Spelling& spelling_;
  const Form& form_;
  const ParsedOperands& parsed_;
};

void finish_constant(ImmediateOperand& constant, ScalarType type, const ParsedOperands& parsed) {
  if (!constant.is_float_literal) return;
  const Token& literal = parsed.float_literals[constant.bits];
  constant.bits = size_bytes(type) == 8 ? double_bits(literal) : float_bits(literal);
}

void finish_constants(const Fitting& fitting, ParsedOperands& parsed) {
  if (parsed.float_literals.empty()) return;
  for (std::size_t i = 0; i < parsed.operands.size(); ++i) {
    const OperandShape& shape = *fitting.shape(i);
    auto& value = parsed.operands[i].value;
    if (auto* constant = std::get_if<ImmediateOperand>(&value)) {
      finish_constant(*constant, fitting.wanted_type(shape), parsed);
    }
    auto* vector = std::get_if<VectorOperand>(&value);
    if (vector == nullptr) continue;
    ScalarType type = fitting.wanted_type(shape);
    if (shape.kind == 'v') {
      type = bits_of_size(size_bytes(type) / static_cast<std::uint32_t>(vector->elements.size()));
    }
    for (ScalarOperand& element : vector->elements) {
      if (auto* constant = std::get_if<ImmediateOperand>(&element)) {
        finish_constant(*constant, type, parsed);
      }
    }
  }
}

OperandError count_error(const Spelling& spelling, const Token& at, std::size_t given) {
  std::size_t least = spelling.forms[0]->required_operands;
  std::size_t most = spelling.forms[0]->operands.size();
  for (const Form* form : spelling.forms) {
    least = std::min(least, form->required_operands);
    most = std::max(most, form->operands.size());
  }
  const std::string range = least == most
                                ? counted(most, "operand")
                                : std::to_string(least) + " to " + counted(most, "operand");
  return {at, quoted(spelling.text) + " takes " + range + ", " + std::to_string(given) + " given"};
}

}  // namespace

std::optional<OperandError> fit_operands(const Body& body, const Spelling& spelling,
                                         const Token& at, ParsedOperands& parsed) {
  const Form* nearest = nullptr;
  std::size_t nearest_fitting = 0;
  for (const Form* form : spelling.forms) {
    const Fitting fitting(body, spelling, *form, parsed);
    if (!fitting.count_fits()) continue;
    const std::size_t fitting_operands = fitting.fitting_operands();
    if (fitting_operands == parsed.operands.size()) {
      finish_constants(fitting, parsed);
      return std::nullopt;
    }
    if (nearest == nullptr || fitting_operands > nearest_fitting ||
        (fitting_operands == nearest_fitting && fitting.wants_given_vector(fitting_operands))) {
      nearest = form;
      nearest_fitting = fitting_operands;
    }
  }
  if (nearest == nullptr) return count_error(spelling, at, parsed.operands.size());
  const Fitting fitting(body, spelling, *nearest, parsed);
  return OperandError{parsed.starts[nearest_fitting],
                      "operand " + std::to_string(nearest_fitting + 1) + " of " +
                          quoted(spelling.text) + " must be " +
                          fitting.wanted_text(*fitting.shape(nearest_fitting))};
}

}  // namespace bankcheck::ptx
