#include "ptx/operand.hpp"

#include <limits>

#include "ptx/literal.hpp"
#include "ptx/special_registers.hpp"

namespace bankcheck::ptx {
namespace {

constexpr std::uint64_t kWarpSize = 32;
constexpr std::size_t kMaxVectorElements = 8;

/// `%r1`, `tile`, `%tid.x`, `WARP_SZ`, `_` as an operand; nullopt when nothing has that name.
std::optional<ScalarOperand> named_operand(const Body& body, std::string_view name) {
  const Symbol symbol = body.scopes.find(name);
  if (symbol.kind == Symbol::Kind::kRegister) return RegisterOperand{symbol.index};
  if (symbol.kind == Symbol::Kind::kVariable) {
    return SymbolOperand{body.variable_names[symbol.index], 0};
  }
  if (name == "_") return SinkOperand{};
  if (const auto special = find_special_register(name)) return SpecialOperand{*special};
  if (name == "WARP_SZ") return ImmediateOperand{kWarpSize, false};
  if (body.context.symbols.contains(name)) return SymbolOperand{std::string(name), 0};
  return std::nullopt;
}

/// The number of a signed integer constant; the sign is next.
std::optional<std::uint64_t> signed_number(Cursor& cursor) {
  bool negative = false;
  while (cursor.peek().is('-') || cursor.peek().is('+')) negative ^= cursor.next().is('-');
  const auto number = cursor.expect_number(std::numeric_limits<std::uint64_t>::max(), "an integer");
  if (!number) return std::nullopt;
  return negative ? ~*number + 1 : *number;
}

/// `+16`, `+-8`, `-8`, any number of times.
bool parse_offset(Cursor& cursor, std::int64_t& offset) {
  auto sum = static_cast<std::uint64_t>(offset);
  while (cursor.peek().is('+') || cursor.peek().is('-')) {
    const auto number = signed_number(cursor);
    if (!number) return false;
    sum += *number;
  }
  offset = static_cast<std::int64_t>(sum);
  return true;
}

std::optional<ScalarOperand> number_operand(Body& body, ParsedOperands& parsed) {
  Cursor& cursor = body.context.cursor;
  bool negative = false;
  if (cursor.peek().is('-')) {
    cursor.next();
    negative = true;
  }
  const Token token = cursor.peek();
  switch (token.kind) {
    case TokenKind::kInteger: {
      const auto number = signed_number(cursor);
      if (!number) return std::nullopt;
      return ImmediateOperand{negative ? ~*number + 1 : *number, false};
    }
    case TokenKind::kFloat32:
    case TokenKind::kFloat64:
    case TokenKind::kDecimal:
      if (negative) break;
      cursor.next();
      parsed.float_literals.push_back(token);
      return ImmediateOperand{parsed.float_literals.size() - 1, true};
    default:
      break;
  }
  cursor.report_expected(negative ? "an integer" : "an operand");
  return std::nullopt;
}

std::optional<ScalarOperand> scalar_operand(Body& body, ParsedOperands& parsed) {
  Cursor& cursor = body.context.cursor;
  if (cursor.peek().kind != TokenKind::kWord) return number_operand(body, parsed);
  const Token word = cursor.next();
  auto operand = named_operand(body, word.text);
  if (!operand) {
    body.context.error(word, quoted(word.text) + " is not declared");
    return std::nullopt;
  }
  if (auto* symbol = std::get_if<SymbolOperand>(&*operand)) {
    if (!parse_offset(cursor, symbol->offset)) return std::nullopt;
  }
  return operand;
}

/// The space of a variable by its name in the text; nullopt for a function.
std::optional<StateSpace> variable_space(const Body& body, std::string_view name) {
  const Symbol local = body.scopes.find(name);
  if (local.kind == Symbol::Kind::kVariable) return body.variable_spaces[local.index];
  const ModuleSymbol symbol = body.context.symbols.find(name)->second;
  if (symbol.is_function) return std::nullopt;
  return body.context.module.variables[symbol.index].space;
}

/// The register or variable of an address; false when an error has been reported.
bool parse_base(Body& body, const Token& word, AddressOperand& address, StateSpace& space) {
  const auto base = named_operand(body, word.text);
  if (!base) {
    body.context.error(word, quoted(word.text) + " is not declared");
    return false;
  }
  if (const auto* value = std::get_if<RegisterOperand>(&*base)) {
    address.base = value->id;
    return true;
  }
  const auto* symbol = std::get_if<SymbolOperand>(&*base);
  const auto found = symbol == nullptr ? std::nullopt : variable_space(body, word.text);
  if (!found) {
    body.context.error(word, quoted(word.text) + " is not a variable");
    return false;
  }
  space = *found;
  address.base = symbol->name;
  return true;
}

std::optional<AddressOperand> address_operand(Body& body, ParsedOperands& parsed) {
  Cursor& cursor = body.context.cursor;
  cursor.next();
  AddressOperand address;
  StateSpace& space = parsed.address_spaces.emplace_back(StateSpace::kGeneric);
  if (cursor.peek().kind == TokenKind::kWord) {
    if (!parse_base(body, cursor.next(), address, space)) return std::nullopt;
  } else {
    const auto number = signed_number(cursor);
    if (!number) return std::nullopt;
    address.offset = static_cast<std::int64_t>(*number);
  }
  if (!parse_offset(cursor, address.offset) || !cursor.expect(']')) return std::nullopt;
  return address;
}

std::optional<VectorOperand> vector_operand(Body& body, ParsedOperands& parsed) {
  Cursor& cursor = body.context.cursor;
  const Token brace = cursor.next();
  VectorOperand vector;
  do {
    auto element = scalar_operand(body, parsed);
    if (!element) return std::nullopt;
    vector.elements.push_back(std::move(*element));
    if (vector.elements.size() > kMaxVectorElements) {
      body.context.error(brace, "a vector has at most 8 elements");
      return std::nullopt;
    }
  } while (cursor.accept(','));
  if (!cursor.expect('}')) return std::nullopt;
  return vector;
}

/// The `|%q` of `%p|%q`; false when an error has been reported. `|_` leaves `second` empty.
bool parse_second(Body& body, Operand& operand) {
  Cursor& cursor = body.context.cursor;
  if (!cursor.accept('|')) return true;
  const auto word = cursor.expect(TokenKind::kWord, "a predicate");
  if (!word) return false;
  const auto second = named_operand(body, word->text);
  if (second && std::holds_alternative<SinkOperand>(*second)) return true;
  const auto* second_register = second ? std::get_if<RegisterOperand>(&*second) : nullptr;
  if (second_register == nullptr ||
      body.function.registers[second_register->id].type != ScalarType::kPred) {
    body.context.error(*word, quoted(word->text) + " is not a predicate register");
    return false;
  }
  operand.second = second_register->id;
  return true;
}

}  // namespace

bool parse_operand(Body& body, ParsedOperands& parsed) {
  Cursor& cursor = body.context.cursor;
  Operand operand;
  parsed.starts.push_back(cursor.peek());
  if (cursor.peek().is('[')) {
    auto address = address_operand(body, parsed);
    if (!address) return false;
    operand.value = std::move(*address);
  } else if (cursor.peek().is('{')) {
    auto vector = vector_operand(body, parsed);
    if (!vector) return false;
    operand.value = std::move(*vector);
  } else {
    operand.negated = cursor.accept('!');
    auto scalar = scalar_operand(body, parsed);
    if (!scalar) return false;
    std::visit([&](auto& value) { operand.value = std::move(value); }, *scalar);
    if (!parse_second(body, operand)) return false;
  }
  parsed.operands.push_back(std::move(operand));
  return true;
}

bool parse_operands(Body& body, ParsedOperands& parsed) {
  Cursor& cursor = body.context.cursor;
  if (cursor.accept(';')) return true;
  do {
    if (parsed.operands.size() >= kMaxOperands) {
      body.context.error(cursor.peek(), "too many operands");
      return false;
    }
    if (!parse_operand(body, parsed)) return false;
  } while (cursor.accept(','));
  return cursor.expect(';');
}

}  // namespace bankcheck::ptx
