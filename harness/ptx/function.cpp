#include "ptx/function.hpp"

#include <cstdlib>
#include <limits>
#include <unordered_set>

#include <cxxabi.h>

#include "ptx/body.hpp"
#include "ptx/declaration.hpp"
#include "ptx/demangle.hpp"

namespace bankcheck::ptx {
namespace {

/// `(.param .b32 a, .param .b64 b)`, or nothing at all; false when an error has been reported.
bool parse_parameters(Context& context, std::vector<Variable>& parameters,
                      std::unordered_set<std::string_view>& names) {
  Cursor& cursor = context.cursor;
  if (!cursor.accept('(') || cursor.accept(')')) return true;
  do {
    auto parameter = parse_parameter(context);
    if (!parameter) return false;
    if (parameters.size() >= kMaxOperandsOfCall) {
      context.error(parameter->name, "too many parameters");
      return false;
    }
    if (!names.insert(parameter->name.text).second) {
      context.error(parameter->name, quoted(parameter->name.text) + " is declared twice");
      return false;
    }
    parameters.push_back(std::move(parameter->variable));
  } while (cursor.accept(','));
  return cursor.expect(')');
}

/// Directives between head and body, with how many numbers may follow each.
struct Directive {
  std::string_view text;
  std::size_t most_numbers;
};
constexpr Directive kDirectives[] = {
    {".maxntid", 3},           {".reqntid", 3},           {".minnctapersm", 1},
    {".maxnctapersm", 1},      {".maxnreg", 1},           {".noreturn", 0},
    {".explicitcluster", 0},   {".reqnctapercluster", 3}, {".maxclusterrank", 1},
    {".blocksareclusters", 0}, {".abi_preserve", 1},      {".abi_preserve_control", 1},
    {".unified", 0},
};

const Directive* find_directive(const Token& token) {
  if (token.kind != TokenKind::kDirective) return nullptr;
  for (const Directive& directive : kDirectives) {
    if (directive.text == token.text) return &directive;
  }
  return nullptr;
}

bool parse_directive(Context& context, const Directive& directive, Function& function) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint32_t>::max();
  Cursor& cursor = context.cursor;
  std::uint32_t numbers[3] = {1, 1, 1};
  for (std::size_t i = 0; i < directive.most_numbers; ++i) {
    if (i > 0 && !cursor.accept(',')) break;
    const auto number = cursor.expect_number(kMax, "a number");
    if (!number) return false;
    numbers[i] = static_cast<std::uint32_t>(*number);
  }
  const base::Dim3 threads{numbers[0], numbers[1], numbers[2]};
  if (directive.text == ".maxntid") function.max_threads = threads;
  if (directive.text == ".reqntid") function.required_threads = threads;
  return true;
}

/// Everything between the parameters and the `{` or `;`.
bool parse_directives(Context& context, Function& function) {
  Cursor& cursor = context.cursor;
  while (!cursor.peek().is('{') && !cursor.peek().is(';')) {
    const Directive* directive = find_directive(cursor.peek());
    if (directive != nullptr) {
      cursor.next();
      if (!parse_directive(context, *directive, function)) return false;
    } else if (cursor.accept(".pragma")) {
      cursor.skip_statement();
    } else {
      cursor.report_expected("a function body");
      return false;
    }
  }
  return true;
}

bool parse_head(Context& context, Function& function, Token& name) {
  std::unordered_set<std::string_view> names;
  if (!function.is_entry && !parse_parameters(context, function.results, names)) return false;
  const auto word = context.cursor.expect(TokenKind::kWord, "a function name");
  if (!word) return false;
  name = *word;
  function.name = word->text;
  return parse_parameters(context, function.parameters, names) &&
         parse_directives(context, function);
}

/// Puts the head into the module, in the place of its declaration when there was one.
std::optional<std::uint32_t> declare_function(Context& context, const Token& name,
                                              Function function) {
  auto& functions = context.module.functions;
  const auto next = static_cast<std::uint32_t>(functions.size());
  const auto [entry, is_new] = context.symbols.try_emplace(name.text, ModuleSymbol{true, next});
  if (is_new) {
    if (functions.size() >= kMaxVariables) {
      context.error(name, "the module has too many functions");
      return std::nullopt;
    }
    functions.push_back(std::move(function));
    return next;
  }
  const std::uint32_t index = entry->second.index;
  const bool is_redefinition =
      !entry->second.is_function || (!functions[index].is_declaration && !function.is_declaration);
  if (is_redefinition) {
    context.error(name, quoted(name.text) + " is declared twice");
    return std::nullopt;
  }
  if (!function.is_declaration) functions[index] = std::move(function);
  return index;
}

}  // namespace

void parse_function(Context& context, bool is_entry) {
  Cursor& cursor = context.cursor;
  Function function;
  function.is_entry = is_entry;
  Token name;
  if (!parse_head(context, function, name)) {
    // The body, if there is one, cannot be read without its parameters.
    while (!cursor.at_end() && !cursor.peek().is('{') && !cursor.peek().is(';')) cursor.next();
    return cursor.peek().is('{') ? cursor.skip_braces() : cursor.skip_statement();
  }
  const bool is_shown = context.module.functions.size() < kMaxDemangledFunctions;
  function.demangled = is_shown ? demangle(function.name) : function.name;
  function.is_declaration = cursor.peek().is(';');
  const bool has_body = !function.is_declaration;
  const auto index = declare_function(context, name, std::move(function));
  if (!index && has_body) return cursor.skip_braces();
  cursor.next();
  if (!has_body) return;
  parse_body(context, context.module.functions[*index]);
  context.unsupported_in.resize(context.unsupported.size(), *index);
}

}  // namespace bankcheck::ptx
