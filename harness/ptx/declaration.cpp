#include "ptx/declaration.hpp"

#include <bit>
#include <utility>

#include "ptx/initialiser.hpp"
#include "ptx/words.hpp"

namespace bankcheck::ptx {
namespace {

constexpr std::pair<std::string_view, StateSpace> kDeclaringSpaces[] = {
    {".global", StateSpace::kGlobal}, {".shared", StateSpace::kShared},
    {".const", StateSpace::kConst},   {".local", StateSpace::kLocal},
    {".param", StateSpace::kParam},
};

/// What stands before the name: alignment, vector width, element type.
struct Specifier {
  ScalarType element = ScalarType::kNone;
  std::uint32_t vector_width = 1;
  std::uint32_t align = 0;  // 0: natural
};

std::optional<std::uint32_t> parse_align(Context& context) {
  const Token at = context.cursor.peek();
  const auto align = context.cursor.expect_number(kMaxAlign, "an alignment");
  if (!align) return std::nullopt;
  if (std::has_single_bit(*align)) return static_cast<std::uint32_t>(*align);
  context.error(at, "an alignment must be a power of two");
  return std::nullopt;
}

/// `.ptr .global .align 16`: what a pointer parameter points to. Nothing here depends on it.
bool skip_pointer_attributes(Context& context) {
  if (!context.cursor.accept(".ptr")) return true;
  if (declaring_space(context.cursor.peek())) context.cursor.next();
  return !context.cursor.accept(".align") || parse_align(context).has_value();
}

bool skip_attribute(Context& context) {
  if (!context.cursor.expect('(')) return false;
  while (!context.cursor.at_end() && !context.cursor.peek().is(')')) context.cursor.next();
  return context.cursor.expect(')');
}

std::optional<Specifier> parse_specifier(Context& context) {
  Cursor& cursor = context.cursor;
  Specifier specifier;
  while (specifier.element == ScalarType::kNone) {
    const Token token = cursor.peek();
    if (token.kind != TokenKind::kDirective) {
      cursor.report_expected("a type");
      return std::nullopt;
    }
    cursor.next();
    if (token.text == ".align") {
      const auto align = parse_align(context);
      if (!align) return std::nullopt;
      specifier.align = *align;
    } else if (token.text == ".attribute") {
      if (!skip_attribute(context)) return std::nullopt;
    } else if (token.text == ".v2" || token.text == ".v4") {
      specifier.vector_width = static_cast<std::uint32_t>(token.text[2] - '0');
    } else {
      const auto type = find_type(token.text.substr(1));
      if (!type || *type == ScalarType::kPred) {
        context.error(token, "variables of type " + quoted(token.text) + " are not supported");
        return std::nullopt;
      }
      specifier.element = *type;
    }
  }
  if (!skip_pointer_attributes(context)) return std::nullopt;
  if (specifier.align == 0) {
    specifier.align = size_bytes(specifier.element) * specifier.vector_width;
  }
  return specifier;
}

std::optional<std::vector<std::uint64_t>> parse_dimensions(Context& context) {
  Cursor& cursor = context.cursor;
  std::vector<std::uint64_t> dimensions;
  while (cursor.accept('[')) {
    const bool is_open = dimensions.empty() && cursor.peek().is(']');
    const auto length = is_open ? std::optional<std::uint64_t>(0)
                                : cursor.expect_number(kMaxDeclaredBytes, "a length");
    if (!length || !cursor.expect(']')) return std::nullopt;
    dimensions.push_back(*length);
    if (dimensions.size() > kMaxDimensions) {
      context.error(cursor.peek(), "too many dimensions");
      return std::nullopt;
    }
  }
  return dimensions;
}

/// Bytes of the array; nothing above kMaxDeclaredBytes.
std::optional<std::uint64_t> array_bytes(const ArrayShape& shape) {
  std::uint64_t bytes = size_bytes(shape.element);
  for (const std::uint64_t length : shape.dimensions) {
    if (length != 0 && bytes > kMaxDeclaredBytes / length) return std::nullopt;
    bytes *= length;
  }
  return bytes;
}

bool spend(Context& context, const Declaration& declaration) {
  const Variable& variable = declaration.variable;
  Spent& spent = context.spent;
  ++spent.variables;
  spent.declared_bytes += variable.size_bytes;
  const bool is_small =
      variable.space == StateSpace::kGlobal || variable.size_bytes <= kMaxSmallVariableBytes;
  if (is_small && spent.variables <= kMaxVariables && spent.declared_bytes <= kMaxDeclaredBytes) {
    return true;
  }
  context.error(declaration.name, quoted(variable.name) + " makes the module too large");
  return false;
}

std::optional<Declaration> parse_declarator(Context& context, const Specifier& specifier,
                                            StateSpace space, bool is_extern) {
  Cursor& cursor = context.cursor;
  const auto name = cursor.expect(TokenKind::kWord, "a name");
  if (!name) return std::nullopt;
  auto dimensions = parse_dimensions(context);
  if (!dimensions) return std::nullopt;
  ArrayShape shape{specifier.element, std::move(*dimensions)};
  if (specifier.vector_width > 1) shape.dimensions.push_back(specifier.vector_width);
  const auto bytes = array_bytes(shape);
  if (!bytes) {
    context.error(*name, quoted(name->text) + " is too large");
    return std::nullopt;
  }
  Declaration result{*name, {}};
  result.variable.name = name->text;
  result.variable.space = space;
  result.variable.align = specifier.align;
  result.variable.size_bytes = *bytes;
  result.variable.is_extern = is_extern;
  if (cursor.accept('=') && !parse_initialiser(context, shape, result.variable)) {
    return std::nullopt;
  }
  if (!spend(context, result)) return std::nullopt;
  return result;
}

}  // namespace

std::optional<StateSpace> declaring_space(const Token& token) {
  if (token.kind != TokenKind::kDirective) return std::nullopt;
  for (const auto& [text, space] : kDeclaringSpaces) {
    if (token.text == text) return space;
  }
  return std::nullopt;
}

std::optional<std::vector<Declaration>> parse_variables(Context& context, StateSpace space,
                                                        bool is_extern) {
  const auto specifier = parse_specifier(context);
  if (!specifier) return std::nullopt;
  std::vector<Declaration> declarations;
  do {
    auto declaration = parse_declarator(context, *specifier, space, is_extern);
    if (!declaration) return std::nullopt;
    declarations.push_back(std::move(*declaration));
  } while (context.cursor.accept(','));
  return declarations;
}

std::optional<Declaration> parse_parameter(Context& context) {
  const Token at = context.cursor.peek();
  if (!context.cursor.accept(".param")) {
    if (at.is(".reg")) {
      context.error(at, "register parameters are not supported");
    } else {
      context.cursor.report_expected("`.param`");
    }
    return std::nullopt;
  }
  const auto specifier = parse_specifier(context);
  if (!specifier) return std::nullopt;
  return parse_declarator(context, *specifier, StateSpace::kParam, false);
}

}  // namespace bankcheck::ptx
