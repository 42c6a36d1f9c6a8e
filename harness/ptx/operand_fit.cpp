#include <algorithm>
#include <array>

#include "ptx/literal.hpp"
#include "ptx/operand.hpp"
#include "ptx/special_registers.hpp"

namespace bankcheck::ptx {
namespace {

constexpr std::uint64_t kLastBarrier = 15;
constexpr std::uint64_t kWarpLanes = 32;

enum class TypeClass : std::uint8_t { kPredicate, kBits, kInteger, kFloat };

TypeClass class_of(ScalarType type) {
  if (type == ScalarType::kPred) return TypeClass::kPredicate;
  if (type <= ScalarType::kB128) return TypeClass::kBits;
  return type <= ScalarType::kS64 ? TypeClass::kInteger : TypeClass::kFloat;
}

ScalarType twice(ScalarType type) {
  switch (type) {
    case ScalarType::kU16:
      return ScalarType::kU32;
    case ScalarType::kU32:
      return ScalarType::kU64;
    case ScalarType::kS16:
      return ScalarType::kS32;
    case ScalarType::kS32:
      return ScalarType::kS64;
    default:
      return ScalarType::kNone;
  }
}

ScalarType bits_of_size(std::uint32_t size_bytes) {
  switch (size_bytes) {
    case 1:
      return ScalarType::kB8;
    case 2:
      return ScalarType::kB16;
    case 4:
      return ScalarType::kB32;
    case 8:
      return ScalarType::kB64;
    default:
      return ScalarType::kNone;
  }
}

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
        return twice(given(0));
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
      return register_fits(*value, ScalarType::kB32, false);
    }
    return is_integer_constant(operand) && allows(std::get<ImmediateOperand>(operand.value).bits);
  }
  ScalarType register_type(const RegisterOperand& operand) const {
    return body_.function.registers[operand.id].type;
  }

  bool fits_destination(const OperandShape& shape, const Operand& operand) const {
    if (spelling_.vector_width > 1) return fits_vector(shape, operand, true);
    if (is_allowed_sink(shape, operand)) return true;
    const auto* value = std::get_if<RegisterOperand>(&operand.value);
    return value != nullptr && register_fits(*value, wanted_type(shape), shape.may_be_wider);
  }

  bool fits_source(const OperandShape& shape, const Operand& operand) const {
    // The cache policy behind a vector access is a scalar all the same.
    if (spelling_.vector_width > 1 && shape.type_of != OperandShape::TypeOf::kNamed) {
      return fits_vector(shape, operand, false);
    }
    const ScalarType wanted = wanted_type(shape);
    if (const auto* value = std::get_if<RegisterOperand>(&operand.value)) {
      return register_fits(*value, wanted, shape.may_be_wider);
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
           special_fits(*special, wanted);
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
    const ScalarType type = body_.function.registers[*base].type;
    const std::uint32_t size = size_bytes(type);
    const TypeClass type_class = class_of(type);
    return (size == 4 || size == 8) &&
           (type_class == TypeClass::kBits || type_class == TypeClass::kInteger);
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
        return register_fits(*value, wanted, may_be_wider);
      }
      if (is_destination) return std::holds_alternative<SinkOperand>(element);
      const auto* value = std::get_if<ImmediateOperand>(&element);
      return value != nullptr && constant_fits(*value, wanted);
    });
  }

  bool register_fits(const RegisterOperand& operand, ScalarType wanted, bool may_be_wider) const {
    const ScalarType type = register_type(operand);
    if (type == wanted) return true;
    const TypeClass has = class_of(type);
    const TypeClass wants = class_of(wanted);
    if (has == TypeClass::kPredicate || wants == TypeClass::kPredicate) return false;
    if (has != wants && has != TypeClass::kBits && wants != TypeClass::kBits) return false;
    const std::uint32_t size = size_bytes(type);
    if (size == size_bytes(wanted)) return has != TypeClass::kFloat || wants != TypeClass::kFloat;
    return may_be_wider && size > size_bytes(wanted) && has != TypeClass::kFloat;
  }

  bool constant_fits(const ImmediateOperand& constant, ScalarType wanted) const {
    if (!constant.is_float_literal) {
      return class_of(wanted) == TypeClass::kBits || class_of(wanted) == TypeClass::kInteger;
    }
    const TokenKind kind = parsed_.float_literals[constant.bits].kind;
    return wanted == ScalarType::kF32 || wanted == ScalarType::kF64 ||
           (wanted == ScalarType::kB32 && kind == TokenKind::kFloat32) ||
           (wanted == ScalarType::kB64 && kind == TokenKind::kFloat64);
  }

  static bool address_value_fits(ScalarType wanted) {
    const std::uint32_t size = size_bytes(wanted);
    return (size == 4 || size == 8) && class_of(wanted) != TypeClass::kFloat;
  }

  static bool special_fits(const SpecialOperand& special, ScalarType wanted) {
    const ScalarType type = special_register_type(special.index);
    if (type == ScalarType::kPred || class_of(wanted) == TypeClass::kFloat) return false;
    // `mov.u16 %h1, %tid.x` dates from when these registers had 16 bits.
    return size_bytes(type) == size_bytes(wanted) ||
           (size_bytes(type) == 4 && size_bytes(wanted) == 2);
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
  const std::string count =
      least == most ? std::to_string(most) : std::to_string(least) + " to " + std::to_string(most);
  return {at, quoted(spelling.text) + " takes " + count +
                  (most == 1 ? " operand, " : " operands, ") + std::to_string(given) + " given"};
}

/// Which operand the address number `address` is.
std::size_t address_index(const ParsedOperands& parsed, std::size_t address) {
  std::size_t index = 0;
  while (true) {
    const bool is_address = std::holds_alternative<AddressOperand>(parsed.operands[index].value);
    if (is_address && address-- == 0) return index;
    ++index;
  }
}

std::string_view space_name(StateSpace space) {
  constexpr std::string_view kNames[] = {"generic", "global", "shared", "const", "local", "param"};
  return kNames[static_cast<std::size_t>(space)];
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
    if (nearest == nullptr || fitting_operands > nearest_fitting) {
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

std::optional<OperandError> fit_spaces(const ParsedOperands& parsed, const Spelling& spelling,
                                       Instruction& instruction) {
  for (std::size_t i = 0; i < parsed.address_spaces.size(); ++i) {
    const StateSpace named = parsed.address_spaces[i];
    const StateSpace wanted = i == 0 ? spelling.space : spelling.second_space;
    if (named == StateSpace::kGeneric || named == wanted) continue;
    const bool has_generic_address = named != StateSpace::kConst && named != StateSpace::kParam;
    if (wanted != StateSpace::kGeneric || !has_generic_address) {
      const std::size_t at = address_index(parsed, i);
      return OperandError{parsed.starts[at], "operand " + std::to_string(at + 1) + " of " +
                                                 quoted(spelling.text) + " names a ." +
                                                 std::string(space_name(named)) + " variable"};
    }
    instruction.space = named;
  }
  return std::nullopt;
}

}  // namespace bankcheck::ptx
