#include "ptx/parser.hpp"

#include <algorithm>

#include "base/diagnostic.hpp"
#include "ptx/context.hpp"
#include "ptx/declaration.hpp"
#include "ptx/function.hpp"

namespace bankcheck::ptx {
namespace {

constexpr std::size_t kMaxTargetBytes = 80;

void parse_version(Context& context) {
  // The lexer reads `9.0` as one decimal number.
  const auto version = context.cursor.expect(TokenKind::kDecimal, "a version");
  if (!version) return;
  const std::size_t dot = version->text.find('.');
  const auto number = [](std::string_view digits) {
    int value = 0;
    for (const char c : digits.substr(0, 4)) {
      if (c >= '0' && c <= '9') value = value * 10 + (c - '0');
    }
    return value;
  };
  context.module.version_major = number(version->text.substr(0, dot));
  context.module.version_minor =
      number(version->text.substr(std::min(dot + 1, version->text.size())));
}

void parse_target(Context& context) {
  Cursor& cursor = context.cursor;
  bool is_first = true;
  do {
    const auto word = cursor.expect(TokenKind::kWord, "a target");
    if (!word) return;
    if (is_first) context.module.target = word->text.substr(0, kMaxTargetBytes);
    is_first = false;
  } while (cursor.accept(','));
}

void parse_address_size(Context& context) {
  const Token at = context.cursor.peek();
  const auto size = context.cursor.expect_number(64, "an address size");
  if (size && *size != 64) context.error(at, "only 64-bit addresses are supported");
}

/// `.file 1 "probe.cu", 1700000000, 512`
void parse_file(Context& context) {
  Cursor& cursor = context.cursor;
  const auto number = cursor.expect_number(0xffffffff, "a file number");
  if (!number) return;
  const auto path = cursor.expect(TokenKind::kString, "a file name in quotes");
  if (!path) return;
  context.lines.set_file(static_cast<std::uint32_t>(*number), path->text.substr(0, kMaxPathBytes));
  while (cursor.accept(',')) {
    if (!cursor.expect(TokenKind::kInteger, "a number")) return;
  }
}

/// `.section .debug_str { … }`: nothing in it matters here.
void parse_section(Context& context) {
  Cursor& cursor = context.cursor;
  while (!cursor.at_end() && !cursor.peek().is('{')) cursor.next();
  cursor.skip_braces();
}

/// `.alias name, target;`
void parse_alias(Context& context) {
  Cursor& cursor = context.cursor;
  const auto name = cursor.expect(TokenKind::kWord, "a function");
  if (!name || !cursor.expect(',')) return cursor.skip_statement();
  const auto target = cursor.expect(TokenKind::kWord, "a function");
  if (!target || !cursor.expect(';')) return cursor.skip_statement();
  const auto symbol = context.symbols.find(target->text);
  if (symbol == context.symbols.end() || !symbol->second.is_function) {
    return context.error(*target, "function " + quoted(target->text) + " is not declared");
  }
  if (context.aliases.size() >= kMaxVariables || target->text.size() > kMaxAliasTarget) {
    return context.error(*name, "the module has too many or too long aliases");
  }
  context.aliases[name->text] = target->text;
}

void parse_module_variables(Context& context, StateSpace space, bool is_extern) {
  auto declarations = parse_variables(context, space, is_extern);
  if (!declarations || !context.cursor.expect(';')) return context.cursor.skip_declaration();
  auto& variables = context.module.variables;
  for (Declaration& declaration : *declarations) {
    const auto index = static_cast<std::uint32_t>(variables.size());
    const auto [entry, is_new] =
        context.symbols.try_emplace(declaration.name.text, ModuleSymbol{false, index});
    if (is_new) {
      variables.push_back(std::move(declaration.variable));
    } else if (entry->second.is_function || !variables[entry->second.index].is_extern) {
      context.error(declaration.name, quoted(declaration.name.text) + " is declared twice");
    } else if (!is_extern) {
      variables[entry->second.index] = std::move(declaration.variable);
    }
  }
}

/// What `.visible`, `.weak`, `.common`, `.extern` or nothing stands before.
void parse_linked(Context& context, const Token& directive, bool is_extern) {
  if (directive.is(".entry")) return parse_function(context, true);
  if (directive.is(".func")) return parse_function(context, false);
  const auto space = declaring_space(directive);
  if (space && *space != StateSpace::kParam && *space != StateSpace::kLocal) {
    return parse_module_variables(context, *space, is_extern);
  }
  context.error(directive, "directive " + quoted(directive.text) + " is not supported here");
  context.cursor.skip_statement();
}

struct ModuleDirective {
  std::string_view text;
  void (*parse)(Context&);
};
constexpr ModuleDirective kModuleDirectives[] = {
    {".version", parse_version},
    {".target", parse_target},
    {".address_size", parse_address_size},
    {".file", parse_file},
    {".section", parse_section},
    {".alias", parse_alias},
    {".pragma", [](Context& context) { context.cursor.skip_statement(); }},
};

void parse_module_statement(Context& context) {
  Cursor& cursor = context.cursor;
  if (cursor.peek().kind != TokenKind::kDirective) {
    if (cursor.accept(';')) return;
    cursor.report_expected("a directive");
    cursor.next();
    return cursor.skip_statement();
  }
  const Token directive = cursor.next();
  for (const ModuleDirective& known : kModuleDirectives) {
    if (directive.text == known.text) return known.parse(context);
  }
  const bool is_extern = directive.is(".extern");
  const bool is_linkage =
      is_extern || directive.is(".visible") || directive.is(".weak") || directive.is(".common");
  parse_linked(context, is_linkage ? cursor.next() : directive, is_extern);
}

/// Puts the functions themselves in the place of their aliases.
void resolve_aliases(Context& context) {
  if (context.aliases.empty()) return;
  const auto resolve = [&](std::string& name) {
    const auto alias = context.aliases.find(name);
    if (alias != context.aliases.end()) name = alias->second;
  };
  for (Function& function : context.module.functions) {
    for (Instruction& instruction : function.instructions) {
      if (instruction.call) resolve(instruction.call->callee);
      for (Operand& operand : instruction.operands) {
        if (auto* symbol = std::get_if<SymbolOperand>(&operand.value)) resolve(symbol->name);
      }
    }
  }
  for (Variable& variable : context.module.variables) {
    for (Variable::Relocation& relocation : variable.relocations) resolve(relocation.symbol);
  }
}

base::Diagnostics errors(const Context& context, std::string_view name) {
  base::Diagnostics errors = context.log.diagnostics(name, context.module.lines);
  if (context.log.full()) {
    errors.push_back({base::Severity::kNote, std::string(name), 0, 0,
                      "stopped after " + std::to_string(kMaxErrors) + " errors", ""});
  }
  return errors;
}

/// Gives each function the list of its own instructions outside the table.
void hand_out_unsupported(Context& context, std::string_view name) {
  base::Diagnostics all = context.unsupported.diagnostics(name, context.module.lines);
  for (std::size_t i = 0; i < all.size(); ++i) {
    context.module.functions[context.unsupported_in[i]].unsupported.push_back(std::move(all[i]));
  }
}

}  // namespace

base::Result<Module> parse(std::string_view text, std::string_view name) {
  if (text.size() > kMaxTextBytes) {
    return base::error_in(std::string(name), "PTX above 64 MiB is not read");
  }
  Context context(text);
  while (!context.cursor.at_end() && !context.log.full()) parse_module_statement(context);
  context.module.lines = context.lines.lines();
  if (!context.log.empty()) return errors(context, name);
  hand_out_unsupported(context, name);
  resolve_aliases(context);
  return std::move(context.module);
}

}  // namespace bankcheck::ptx
