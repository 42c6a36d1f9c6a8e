#include "ptx/operand.hpp"

namespace bankcheck::ptx {
namespace {

/// The opcode's word with the dotted words that a blank separates from it: `add .u32` is one
/// spelling.
std::string_view parse_opcode(Context& context, std::string_view word) {
  if (context.cursor.peek().kind != TokenKind::kDirective) return word;
  std::string joined(word);
  while (context.cursor.peek().kind == TokenKind::kDirective && joined.size() < kMaxPathBytes) {
    joined += context.cursor.next().text;
  }
  context.joined_texts.push_back(std::move(joined));
  return context.joined_texts.back();
}

const Spelling* find_spelling(Context& context, const Token& at, std::string_view text) {
  const auto known = context.spellings.find(text);
  if (known != context.spellings.end()) return &known->second;
  auto resolved = resolve_spelling(text);
  if (const auto* error = std::get_if<SpellingError>(&resolved)) {
    note_unsupported(context, at, text, error->reason);
    return nullptr;
  }
  return &context.spellings.emplace(text, std::move(std::get<Spelling>(resolved))).first->second;
}

/// `@%p1` or `@!%p1`; nullopt when an error has been reported.
std::optional<Guard> parse_guard(Body& body) {
  Cursor& cursor = body.context.cursor;
  cursor.next();
  Guard guard;
  guard.negated = cursor.accept('!');
  const auto word = cursor.expect(TokenKind::kWord, "a predicate");
  if (!word) return std::nullopt;
  const Symbol symbol = body.scopes.find(word->text);
  if (symbol.kind != Symbol::Kind::kRegister ||
      body.function.registers[symbol.index].type != ScalarType::kPred) {
    body.context.error(*word, quoted(word->text) + " is not a predicate register");
    return std::nullopt;
  }
  guard.predicate = symbol.index;
  return guard;
}

bool parse_branch(Body& body, Instruction& instruction) {
  const auto label = body.context.cursor.expect(TokenKind::kWord, "a label");
  if (!label) return false;
  body.scopes.use_label({body.next_instruction(), LabelUse::kOperand, *label});
  instruction.operands.push_back({LabelOperand{}, false, {}});
  return body.context.cursor.expect(';');
}

/// `brx.idx %r1, targets;` where `targets: .branchtargets L1, L2;` stands before.
bool parse_indexed_branch(Body& body, const Spelling& spelling, const Token& at,
                          Instruction& instruction) {
  Cursor& cursor = body.context.cursor;
  ParsedOperands parsed;
  if (!parse_operand(body, parsed) || !cursor.expect(',')) return false;
  if (const auto error = fit_operands(body, spelling, at, parsed)) {
    body.context.error(error->at, error->text);
    return false;
  }
  const auto name = cursor.expect(TokenKind::kWord, "a branch table");
  if (!name) return false;
  const Symbol table = body.scopes.find(name->text);
  if (table.kind != Symbol::Kind::kBranchTable) {
    body.context.error(*name, quoted(name->text) + " is not a `.branchtargets` list");
    return false;
  }
  const std::vector<Token>& labels = body.branch_tables[table.index];
  body.context.spent.branch_targets += labels.size();
  if (body.context.spent.branch_targets > kMaxBranchTargets) {
    body.context.error(*name, "the module has too many branch targets");
    return false;
  }
  for (std::uint32_t i = 0; i < labels.size(); ++i) {
    body.scopes.use_label({body.next_instruction(), i, labels[i]});
  }
  instruction.branch_table.resize(labels.size());
  instruction.operands = std::move(parsed.operands);
  return cursor.expect(';');
}

/// `(a, b)`: names of parameters, registers or constants.
bool parse_call_list(Body& body, std::vector<Operand>& list) {
  Cursor& cursor = body.context.cursor;
  if (cursor.accept(')')) return true;
  ParsedOperands parsed;
  do {
    const Token at = cursor.peek();
    if (parsed.operands.size() >= kMaxOperandsOfCall) {
      body.context.error(at, "too many arguments");
      return false;
    }
    if (!parse_operand(body, parsed)) return false;
    if (!parsed.float_literals.empty() ||
        std::holds_alternative<AddressOperand>(parsed.operands.back().value) ||
        std::holds_alternative<VectorOperand>(parsed.operands.back().value)) {
      body.context.error(at, "an argument must be a parameter, a register or an integer");
      return false;
    }
  } while (cursor.accept(','));
  list = std::move(parsed.operands);
  return cursor.expect(')');
}

bool parse_callee(Body& body, CallTarget& call) {
  Context& context = body.context;
  const auto callee = context.cursor.expect(TokenKind::kWord, "a function");
  if (!callee) return false;
  const Symbol local = body.scopes.find(callee->text);
  if (local.kind == Symbol::Kind::kRegister) {
    call.callee_register = local.index;
    return true;
  }
  const auto symbol = context.symbols.find(callee->text);
  if (symbol == context.symbols.end() || !symbol->second.is_function) {
    context.error(*callee, "function " + quoted(callee->text) + " is not declared");
    return false;
  }
  call.callee = callee->text;
  return true;
}

bool check_argument_count(Body& body, const CallTarget& call, const Token& at) {
  if (call.callee.empty()) return true;
  const ModuleSymbol symbol = body.context.symbols.find(call.callee)->second;
  const Function& callee = body.context.module.functions[symbol.index];
  if (callee.parameters.size() == call.arguments.size() &&
      callee.results.size() == call.results.size()) {
    return true;
  }
  body.context.error(at, "function " + quoted(call.callee) + " takes " +
                             counted(callee.parameters.size(), "argument") + " and gives " +
                             counted(callee.results.size(), "result"));
  return false;
}

/// `call (result), callee, (arguments), prototype;`, every part but the callee optional.
bool parse_call(Body& body, const Token& at, Instruction& instruction) {
  Cursor& cursor = body.context.cursor;
  CallTarget call;
  if (cursor.accept('(') && (!parse_call_list(body, call.results) || !cursor.expect(','))) {
    return false;
  }
  if (!parse_callee(body, call)) return false;
  while (cursor.accept(',')) {
    if (cursor.accept('(')) {
      if (!parse_call_list(body, call.arguments)) return false;
      continue;
    }
    const auto prototype = cursor.expect(TokenKind::kWord, "a prototype");
    if (!prototype) return false;
    call.prototype = prototype->text;
  }
  if (!check_argument_count(body, call, at)) return false;
  instruction.call = std::move(call);
  return cursor.expect(';');
}

bool parse_plain(Body& body, const Spelling& spelling, const Token& at, Instruction& instruction) {
  ParsedOperands parsed;
  parsed.operands.reserve(4);
  if (!parse_operands(body, parsed)) return false;
  auto error = fit_operands(body, spelling, at, parsed);
  if (!error) error = fit_spaces(parsed, spelling, instruction);
  if (error) {
    body.context.error(error->at, error->text);
    return true;  // the statement has been read to its end
  }
  instruction.operands = std::move(parsed.operands);
  return true;
}

bool parse_rest(Body& body, const Spelling& spelling, const Token& at, Instruction& instruction) {
  switch (spelling.opcode) {
    case Opcode::kBra:
      return parse_branch(body, instruction);
    case Opcode::kBrx:
      return parse_indexed_branch(body, spelling, at, instruction);
    case Opcode::kCall:
      return parse_call(body, at, instruction);
    default:
      return parse_plain(body, spelling, at, instruction);
  }
}

}  // namespace

void parse_guarded_instruction(Body& body) {
  Cursor& cursor = body.context.cursor;
  const auto guard = parse_guard(body);
  const auto word = guard ? cursor.expect(TokenKind::kWord, "an instruction") : std::nullopt;
  if (!word) return cursor.skip_statement();
  parse_instruction(body, *word, guard);
}

void parse_instruction(Body& body, const Token& word, std::optional<Guard> guard) {
  Context& context = body.context;
  Instruction instruction;
  instruction.opcode = Opcode::kUnsupported;
  instruction.guard = guard;
  instruction.line_index = context.lines.current();
  instruction.ptx_line = word.line;
  const Spelling* spelling = find_spelling(context, word, parse_opcode(context, word.text));
  if (spelling == nullptr) {
    context.cursor.skip_statement();
  } else {
    instruction.opcode = spelling->opcode;
    instruction.modifiers = spelling->modifiers;
    instruction.types = spelling->types;
    instruction.space = spelling->space;
    instruction.vector_width = spelling->vector_width;
    if (!parse_rest(body, *spelling, word, instruction)) return context.cursor.skip_statement();
  }
  if (++context.spent.instructions > kMaxInstructions) {
    return context.error(word, "the module has too many instructions");
  }
  body.function.instructions.push_back(std::move(instruction));
}

}  // namespace bankcheck::ptx
