#include "ptx/initialiser.hpp"

#include <limits>

#include "ptx/literal.hpp"

namespace bankcheck::ptx {
namespace {

bool is_float(ScalarType type) { return type == ScalarType::kF32 || type == ScalarType::kF64; }

/// A symbol's address as an initialiser writes it: `sym+8`, `generic(sym)+8`.
struct SymbolValue {
  std::string_view symbol;
  std::int64_t addend = 0;
  bool generic = false;
};

class InitialiserParser {
 public:
  InitialiserParser(Context& context, const ArrayShape& shape, Variable& variable)
      : context_(context), cursor_(context.cursor), shape_(shape), variable_(variable) {
    extents_.assign(shape.dimensions.size() + 1, size_bytes(shape.element));
    for (std::size_t i = shape.dimensions.size(); i-- > 0;) {
      extents_[i] = extents_[i + 1] * shape.dimensions[i];
    }
    is_open_ = !shape.dimensions.empty() && shape.dimensions[0] == 0;
    if (is_open_) extents_[0] = kMaxSmallVariableBytes;
  }

  bool parse() {
    const bool good = cursor_.accept('{') ? braces() : value();
    if (good && mask_bytes_ % kAddressBytes != 0) return incomplete_mask(cursor_.peek());
    if (is_open_) variable_.size_bytes = position_;
    return good;
  }

 private:
  static constexpr std::uint64_t kAddressBytes = 8;

  bool braces() {
    std::vector<std::uint64_t> starts{0};  // of the braces that are open
    while (true) {
      if (cursor_.accept('{')) {
        if (starts.size() >= shape_.dimensions.size()) {
          context_.error(cursor_.peek(), "the initialiser has more braces than dimensions");
          return false;
        }
        starts.push_back(position_);
        continue;
      }
      if (!cursor_.peek().is('}') && !value()) return false;
      while (!cursor_.accept(',')) {
        if (!cursor_.expect('}')) return false;
        // An open first dimension ends where its values end.
        if (starts.size() > 1) position_ = starts.back() + extents_[starts.size() - 1];
        starts.pop_back();
        if (starts.empty()) return true;
      }
    }
  }

  bool value() {
    const bool negative = cursor_.accept('-');
    const Token token = cursor_.next();
    switch (token.kind) {
      case TokenKind::kInteger: {
        const auto number = integer_value(token);
        if (!number) break;
        if (cursor_.peek().is('(')) return masked(token, *number);
        if (is_float(shape_.element)) break;
        return put(token, negative ? ~*number + 1 : *number);
      }
      case TokenKind::kFloat32:
      case TokenKind::kFloat64:
      case TokenKind::kDecimal:
        return float_value(token, negative);
      case TokenKind::kWord:
        return address(token);
      default:
        break;
    }
    context_.error(token,
                   "this is not a value for a ." + std::string(name(shape_.element)) + " variable");
    return false;
  }

  bool float_value(const Token& token, bool negative) {
    if (shape_.element == ScalarType::kF32 || shape_.element == ScalarType::kB32) {
      return put(token, float_bits(token) ^ (negative ? 0x80000000u : 0u));
    }
    if (shape_.element == ScalarType::kF64 || shape_.element == ScalarType::kB64) {
      return put(token, double_bits(token) ^ (negative ? std::uint64_t{1} << 63 : 0));
    }
    context_.error(token, "a ." + std::string(name(shape_.element)) +
                              " variable does not take a floating-point value");
    return false;
  }

  /// `table`, `table+8`, `generic(table)+8`; the word has been taken.
  std::optional<SymbolValue> symbol_value(const Token& word) {
    SymbolValue value{word.text};
    if (word.text == "generic" && cursor_.accept('(')) {
      const auto inner = cursor_.expect(TokenKind::kWord, "a variable");
      if (!inner || !addends(value.addend) || !cursor_.expect(')')) return std::nullopt;
      value.symbol = inner->text;
      value.generic = true;
    }
    if (!addends(value.addend)) return std::nullopt;
    if (!context_.symbols.contains(value.symbol)) {
      context_.error(word, quoted(value.symbol) + " is not declared");
      return std::nullopt;
    }
    return value;
  }

  bool addends(std::int64_t& sum) {
    while (cursor_.peek().is('+') || cursor_.peek().is('-')) {
      bool negative = cursor_.next().is('-');
      if (cursor_.accept('-')) negative = !negative;
      const auto number =
          cursor_.expect_number(std::numeric_limits<std::int32_t>::max(), "an offset");
      if (!number) return false;
      sum += negative ? -static_cast<std::int64_t>(*number) : static_cast<std::int64_t>(*number);
    }
    return true;
  }

  bool address(const Token& word) {
    const auto value = symbol_value(word);
    if (!value) return false;
    if (size_bytes(shape_.element) != kAddressBytes) {
      context_.error(
          word, "an address does not fit a ." + std::string(name(shape_.element)) + " variable");
      return false;
    }
    return relocate(word, *value) && put(word, 0);
  }

  /// `0xFF00(generic(table)+4)`: one byte of an address. nvcc writes all eight, lowest first.
  bool masked(const Token& token, std::uint64_t mask) {
    cursor_.next();
    const auto word = cursor_.expect(TokenKind::kWord, "a variable");
    if (!word) return false;
    const auto value = symbol_value(*word);
    if (!value || !cursor_.expect(')')) return false;
    const std::uint64_t byte = mask_bytes_ % kAddressBytes;
    if (size_bytes(shape_.element) != 1 || mask != std::uint64_t{0xff} << (8 * byte)) {
      return incomplete_mask(token);
    }
    if (byte == 0) {
      if (!relocate(token, *value)) return false;
    } else {
      const Variable::Relocation& last = variable_.relocations.back();
      if (last.offset + byte != position_ || last.symbol != value->symbol ||
          last.addend != value->addend) {
        return incomplete_mask(token);
      }
    }
    ++mask_bytes_;
    return put(token, 0);
  }

  bool relocate(const Token& at, const SymbolValue& value) {
    if (++context_.spent.relocations > kMaxRelocations) {
      context_.error(at, "the module has too many addresses in its initialisers");
      return false;
    }
    variable_.relocations.push_back(
        {position_, std::string(value.symbol), value.addend, value.generic});
    return true;
  }

  bool incomplete_mask(const Token& at) {
    context_.error(at, "the bytes of an address must be given in order, all eight of them");
    return false;
  }

  bool put(const Token& at, std::uint64_t bits) {
    const std::uint32_t size = size_bytes(shape_.element);
    if (position_ + size > extents_[0]) {
      context_.error(at, quoted(variable_.name) + " has more values than elements");
      return false;
    }
    const std::uint64_t grown = position_ + size - variable_.init.size();
    context_.spent.initialised_bytes += grown;
    if (context_.spent.initialised_bytes > kMaxInitialisedBytes) {
      context_.error(at, "the module has too much initialised data");
      return false;
    }
    variable_.init.resize(position_ + size);
    for (std::uint32_t i = 0; i < size && i < 8; ++i) {
      variable_.init[position_ + i] = static_cast<std::uint8_t>(bits >> (8 * i));
    }
    position_ += size;
    return true;
  }

  Context& context_;
  Cursor& cursor_;
  const ArrayShape& shape_;
  Variable& variable_;
  /// Bytes of the array at each depth of braces; the last is one element.
  std::vector<std::uint64_t> extents_;
  bool is_open_ = false;
  std::uint64_t position_ = 0;
  std::uint64_t mask_bytes_ = 0;
};

}  // namespace

bool parse_initialiser(Context& context, const ArrayShape& shape, Variable& variable) {
  return InitialiserParser(context, shape, variable).parse();
}

}  // namespace bankcheck::ptx
