#include "ptx/body.hpp"

#include "ptx/declaration.hpp"
#include "ptx/words.hpp"

namespace bankcheck::ptx {
namespace {

/// Global and constant memory outlives the function, wherever it is declared.
bool is_module_wide(StateSpace space) {
  return space == StateSpace::kGlobal || space == StateSpace::kConst;
}

/// Makes a variable's name distinct within the function and from the module's names: the second
/// `param0` is `param0#2`, which no PTX text can say.
std::string distinct_name(Body& body, std::string_view name, StateSpace space) {
  if (is_module_wide(space)) {
    return std::string(name) + "#" + std::to_string(body.context.module.variables.size());
  }
  std::uint32_t& uses = body.uses_of_name[name];
  if (uses == 0 && body.context.symbols.contains(name)) ++uses;
  ++uses;
  return uses == 1 ? std::string(name) : std::string(name) + "#" + std::to_string(uses);
}

/// Puts a variable's name into the innermost braces and returns its distinct name.
std::optional<std::string> declare_variable(Body& body, const Token& name, StateSpace space) {
  const auto index = static_cast<std::uint32_t>(body.variable_names.size());
  if (!body.scopes.declare(name.text, {Symbol::Kind::kVariable, index})) {
    body.context.error(name, quoted(name.text) + " is declared twice");
    return std::nullopt;
  }
  body.variable_names.push_back(distinct_name(body, name.text, space));
  body.variable_spaces.push_back(space);
  return body.variable_names.back();
}

void parse_local_variables(Body& body, StateSpace space, bool is_extern) {
  Context& context = body.context;
  auto declarations = parse_variables(context, space, is_extern);
  if (!declarations || !context.cursor.expect(';')) return context.cursor.skip_declaration();
  for (Declaration& declaration : *declarations) {
    auto name = declare_variable(body, declaration.name, space);
    if (!name) continue;
    declaration.variable.name = std::move(*name);
    (is_module_wide(space) ? context.module.variables : body.function.variables)
        .push_back(std::move(declaration.variable));
  }
}

bool spend_registers(Body& body, const Token& at, std::uint64_t count) {
  body.context.spent.registers += count;
  if (body.function.registers.size() + count <= kMaxRegistersOfFunction &&
      body.context.spent.registers <= kMaxRegisters) {
    return true;
  }
  body.context.error(at, "too many registers");
  return false;
}

/// One name of a `.reg`: `%r<14>` or `temp`.
bool parse_register(Body& body, ScalarType type) {
  Cursor& cursor = body.context.cursor;
  const auto name = cursor.expect(TokenKind::kWord, "a register");
  if (!name) return false;
  if (name->text.size() > kMaxRegisterName) {
    body.context.error(*name, "the register's name is too long");
    return false;
  }
  const bool is_range = cursor.accept('<');
  std::uint64_t count = 1;
  if (is_range) {
    const auto number = cursor.expect_number(kMaxRegistersOfFunction, "a number of registers");
    if (!number || !cursor.expect('>')) return false;
    count = *number;
  }
  if (!spend_registers(body, *name, count)) return false;
  const auto first = static_cast<RegisterId>(body.function.registers.size());
  const bool is_new =
      is_range ? body.scopes.declare_registers(name->text, first, static_cast<std::uint32_t>(count))
               : body.scopes.declare(name->text, {Symbol::Kind::kRegister, first});
  if (!is_new) body.context.error(*name, quoted(name->text) + " is declared twice");
  for (std::uint64_t i = 0; i < count; ++i) {
    body.function.registers.push_back(
        {is_range ? std::string(name->text) + std::to_string(i) : std::string(name->text), type});
  }
  return true;
}

void parse_registers(Body& body) {
  Cursor& cursor = body.context.cursor;
  const auto directive = cursor.expect(TokenKind::kDirective, "a type");
  const auto type = directive ? find_type(directive->text.substr(1)) : std::nullopt;
  if (directive && (!type || size_bytes(*type) == 1) && type != ScalarType::kPred) {
    body.context.error(*directive,
                       "registers of type " + quoted(directive->text) + " are not supported");
  }
  if (!type) return cursor.skip_statement();
  do {
    if (!parse_register(body, *type)) return cursor.skip_statement();
  } while (cursor.accept(','));
  if (!cursor.expect(';')) cursor.skip_statement();
}

std::optional<Place> parse_place(Cursor& cursor) {
  constexpr std::uint64_t kMax = 0xffffffff;
  const auto file = cursor.expect_number(kMax, "a file number");
  const auto line = file ? cursor.expect_number(kMax, "a line number") : std::nullopt;
  const auto column = line ? cursor.expect_number(kMax, "a column") : std::nullopt;
  if (!column) return std::nullopt;
  return Place{static_cast<std::uint32_t>(*file), static_cast<std::uint32_t>(*line),
               static_cast<std::uint32_t>(*column)};
}

/// `.loc 3 203 23, function_name $L__info_string3, inlined_at 3 219 9`, without a `;`.
bool parse_loc(Context& context, const Token& directive) {
  Cursor& cursor = context.cursor;
  const auto place = parse_place(cursor);
  if (!place) return false;
  std::optional<Place> inlined_at;
  while (cursor.accept(',')) {
    const auto word = cursor.expect(TokenKind::kWord, "`function_name` or `inlined_at`");
    if (!word) return false;
    if (word->text == "inlined_at") {
      inlined_at = parse_place(cursor);
      if (!inlined_at) return false;
    } else if (!cursor.expect(TokenKind::kWord, "a label")) {
      return false;
    } else if (cursor.accept('+') && !cursor.expect(TokenKind::kInteger, "an offset")) {
      return false;
    }
  }
  if (context.lines.loc(*place, inlined_at)) return true;
  context.error(directive, "the module names too many source lines");
  return false;
}

/// `name: .branchtargets L1, L2;`, the name taken.
bool parse_branch_targets(Body& body, const Token& name) {
  Cursor& cursor = body.context.cursor;
  std::vector<Token> labels;
  do {
    const auto label = cursor.expect(TokenKind::kWord, "a label");
    if (!label) return false;
    labels.push_back(*label);
  } while (cursor.accept(','));
  const auto index = static_cast<std::uint32_t>(body.branch_tables.size());
  body.context.spent.branch_targets += labels.size();
  if (body.context.spent.branch_targets > kMaxBranchTargets) {
    body.context.error(name, "the module has too many branch targets");
    return false;
  }
  body.branch_tables.push_back(std::move(labels));
  if (!body.scopes.declare(name.text, {Symbol::Kind::kBranchTable, index})) {
    body.context.error(name, quoted(name.text) + " is declared twice");
  }
  return cursor.expect(';');
}

/// `name: .callprototype (.param .b32 _) _ (.param .b64 _);`: nothing here depends on what it says,
/// because the arguments of the call are declared themselves.
bool parse_prototype(Body& body, const Token& name) {
  if (!body.scopes.declare(name.text, {Symbol::Kind::kPrototype, 0})) {
    body.context.error(name, quoted(name.text) + " is declared twice");
  }
  body.context.cursor.skip_statement();
  return true;
}

/// What a word and a `:` stand before: a label, or a list with a name.
void parse_after_colon(Body& body, const Token& name) {
  Cursor& cursor = body.context.cursor;
  if (++body.context.spent.labels > kMaxLabels) {
    return body.context.error(name, "the module has too many labels");
  }
  if (cursor.accept(".branchtargets")) {
    if (!parse_branch_targets(body, name)) cursor.skip_statement();
  } else if (cursor.accept(".callprototype") || cursor.accept(".calltargets")) {
    parse_prototype(body, name);
  } else {
    body.last_label = body.next_instruction();
    if (!body.scopes.declare_label(name.text, *body.last_label)) {
      body.context.error(name, "label " + quoted(name.text) + " is defined twice");
    }
  }
}

void parse_body_directive(Body& body) {
  Context& context = body.context;
  Cursor& cursor = context.cursor;
  const Token directive = cursor.next();
  if (directive.is(".reg")) return parse_registers(body);
  if (directive.is(".loc")) {
    // A broken .loc has no end to skip to; what follows is read as usual.
    parse_loc(context, directive);
    return;
  }
  const bool is_extern = directive.is(".extern");
  const auto space = declaring_space(is_extern ? cursor.next() : directive);
  if (space) return parse_local_variables(body, *space, is_extern);
  if (!directive.is(".pragma")) {
    context.error(directive, "directive " + quoted(directive.text) + " is not supported here");
  }
  cursor.skip_statement();
}

void settle_label(Body& body, const LabelUse& use, std::uint32_t target) {
  // After an error an instruction may be missing, and nobody will see the others.
  if (!body.context.log.empty()) return;
  Instruction& instruction = body.function.instructions[use.instruction];
  if (use.table_entry == LabelUse::kOperand) {
    instruction.operands[0].value = LabelOperand{target};
  } else {
    instruction.branch_table[use.table_entry] = target;
  }
}

/// Closes the innermost braces.
void close_scope(Body& body) {
  const auto unknown = body.scopes.close(
      [&](const LabelUse& use, std::uint32_t target) { settle_label(body, use, target); });
  for (const LabelUse& use : unknown) {
    body.context.error(use.label, "label " + quoted(use.label.text) + " is not defined");
  }
}

void open_scope(Body& body, const Token& brace) {
  if (body.scopes.depth() >= kMaxScopes) {
    body.context.error(brace, "braces are nested too deeply");
  }
  body.scopes.open();
}

/// A label or an instruction without guard.
void parse_word(Body& body) {
  const Token word = body.context.cursor.next();
  if (body.context.cursor.accept(':')) return parse_after_colon(body, word);
  parse_instruction(body, word, std::nullopt);
}

void parse_statement(Body& body) {
  Cursor& cursor = body.context.cursor;
  const Token token = cursor.peek();
  if (token.kind == TokenKind::kWord) return parse_word(body);
  if (token.kind == TokenKind::kDirective) return parse_body_directive(body);
  if (token.is('@')) return parse_guarded_instruction(body);
  cursor.next();
  if (token.is('{')) {
    open_scope(body, token);
  } else if (token.is('}')) {
    close_scope(body);
  } else if (!token.is(';')) {
    body.context.error(token, quoted(token.text) + " does not start an instruction");
    cursor.skip_statement();
  }
}

/// Falling off the end of a body returns, as `ret` would; a label at the end needs an instruction
/// too.
void end_with_return(Body& body) {
  auto& instructions = body.function.instructions;
  if (!instructions.empty() && body.last_label != body.next_instruction()) {
    const Instruction& last = instructions.back();
    const bool leaves = last.opcode == Opcode::kRet || last.opcode == Opcode::kExit ||
                        last.opcode == Opcode::kBra || last.opcode == Opcode::kBrx ||
                        last.opcode == Opcode::kTrap;
    if (leaves && !last.guard) return;
  }
  Instruction ret;
  ret.opcode = Opcode::kRet;
  ret.line_index = body.context.lines.current();
  ret.ptx_line = body.context.cursor.peek().line;
  instructions.push_back(std::move(ret));
}

}  // namespace

void parse_body(Context& context, Function& function) {
  Body body{context, function};

  for (const auto* list : {&function.results, &function.parameters}) {
    for (const Variable& parameter : *list) {
      // The name's token is gone; a view into the function's own string serves as well.
      declare_variable(body, {TokenKind::kWord, parameter.name, 0}, StateSpace::kParam);
    }
  }
  while (!context.cursor.at_end() && !context.log.full() && body.scopes.depth() > 0) {
    parse_statement(body);
  }
  if (body.scopes.depth() > 0 && !context.log.full()) context.cursor.report_expected("`}`");
  end_with_return(body);
  context.lines.leave_function();
}

}  // namespace bankcheck::ptx
