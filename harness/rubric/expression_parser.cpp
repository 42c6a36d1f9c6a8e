#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "rubric/expression.hpp"
#include "rubric/expression_lexer.hpp"
#include "rubric/expression_tree.hpp"

namespace bankcheck::rubric {
namespace {

using Kind = ExpressionToken::Kind;

struct BinaryOperator {
  std::string_view text;
  Op op;
  int precedence;  ///< larger binds tighter
  bool integers_only;
};

constexpr std::array<BinaryOperator, 10> kBinaryOperators{{
    {"|", Op::kOr, 1, true},
    {"^", Op::kXor, 2, true},
    {"&", Op::kAnd, 3, true},
    {"<<", Op::kShiftLeft, 4, true},
    {">>", Op::kShiftRight, 4, true},
    {"+", Op::kAdd, 5, false},
    {"-", Op::kSubtract, 5, false},
    {"*", Op::kMultiply, 6, false},
    {"/", Op::kDivide, 6, false},
    {"%", Op::kRemainder, 6, true},
}};

struct Function {
  std::string_view name;
  Op op;
  bool integers_only;
};

constexpr std::array<Function, 3> kFunctions{{
    {"gcd", Op::kGcd, true},
    {"min", Op::kMin, false},
    {"max", Op::kMax, false},
}};

const BinaryOperator* find_operator(const ExpressionToken& token) {
  if (token.kind != Kind::kOperator) return nullptr;
  for (const BinaryOperator& row : kBinaryOperators) {
    if (row.text == token.text) return &row;
  }
  return nullptr;
}

/// Thrown within this file only: the parser stops at the first thing that it cannot read.
struct SyntaxError {
  int column;
  std::string text;
};

/// Precedence climbing; every level of nesting, however it is written, goes through `Nesting`.
class Parser {
 public:
  explicit Parser(std::string_view text) : lexer_(text) { advance(); }

  ExpressionTree parse() {
    if (token_.kind == Kind::kEnd) fail("an expression is wanted here");
    tree_.root = binary(1);
    if (token_.kind != Kind::kEnd) fail("expected an operator, found " + quoted(token_));
    return std::move(tree_);
  }

 private:
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > Expression::kMaxDepth) {
        parser_.fail(fmt::format("nested deeper than {} levels", Expression::kMaxDepth));
      }
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  [[noreturn]] void fail(std::string text) const {
    throw SyntaxError{token_.column, std::move(text)};
  }

  void advance() {
    token_ = lexer_.next();
    if (token_.kind == Kind::kBad) fail(token_.trouble);
  }

  bool is(std::string_view text) const {
    return token_.kind == Kind::kOperator && token_.text == text;
  }

  void expect(std::string_view text) {
    if (!is(text)) fail(fmt::format("expected `{}`, found {}", text, quoted(token_)));
    advance();
  }

  int add(ExpressionPart part) {
    if (tree_.parts.size() >= static_cast<std::size_t>(Expression::kMaxNodes)) {
      fail(fmt::format("more than {} parts", Expression::kMaxNodes));
    }
    tree_.parts.push_back(std::move(part));
    return static_cast<int>(tree_.parts.size()) - 1;
  }

  bool is_real(int part) const { return tree_.at(part).real; }

  int to_real(int part) {
    if (is_real(part)) return part;
    ExpressionPart conversion{.op = Op::kToReal, .real = true, .column = tree_.at(part).column};
    conversion.child[0] = part;
    return add(std::move(conversion));
  }

  /// Real numbers are refused where `what` (an operator, a function) wants integers.
  void want_integer(int part, const std::string& what) const {
    if (!is_real(part)) return;
    throw SyntaxError{tree_.at(part).column, what + " wants whole numbers, this is a real number"};
  }

  int combine(Op op, int column, int left, int right, bool integers_only, const std::string& what) {
    if (integers_only) {
      want_integer(left, what);
      want_integer(right, what);
    }
    const bool real = is_real(left) || is_real(right);
    ExpressionPart part{.op = op, .real = real, .column = column};
    part.child[0] = real ? to_real(left) : left;
    part.child[1] = real ? to_real(right) : right;
    return add(std::move(part));
  }

  int binary(int lowest_precedence) {
    int left = unary();
    for (;;) {
      const BinaryOperator* row = find_operator(token_);
      if (row == nullptr || row->precedence < lowest_precedence) return left;
      const int column = token_.column;
      advance();
      const int right = binary(row->precedence + 1);
      left =
          combine(row->op, column, left, right, row->integers_only, fmt::format("`{}`", row->text));
    }
  }

  int unary() {
    if (!is("-") && !is("~")) return primary();
    const Nesting nesting(*this);
    const bool negate = is("-");
    ExpressionPart part{.op = negate ? Op::kNegate : Op::kComplement, .column = token_.column};
    advance();
    part.child[0] = unary();
    if (!negate) want_integer(part.child[0], "`~`");
    part.real = is_real(part.child[0]);
    return add(std::move(part));
  }

  int primary() {
    const ExpressionToken token = token_;
    if (token.kind == Kind::kInteger) {
      advance();
      return add({.op = Op::kInteger, .column = token.column, .integer = token.integer});
    }
    if (token.kind == Kind::kReal) {
      advance();
      return add({.op = Op::kReal, .real = true, .column = token.column, .number = token.number});
    }
    if (token.kind == Kind::kName) {
      advance();
      if (is("(")) return call(token);
      if (is("[")) return element(token);
      return add({.op = Op::kName, .column = token.column, .name = std::string(token.text)});
    }
    if (!is("(")) fail("expected a value, found " + quoted(token_));
    const Nesting nesting(*this);
    advance();
    const int inner = binary(1);
    expect(")");
    return inner;
  }

  int element(const ExpressionToken& name) {
    const Nesting nesting(*this);
    advance();
    ExpressionPart part{
        .op = Op::kElement, .real = true, .column = name.column, .name = std::string(name.text)};
    part.child[0] = binary(1);
    want_integer(part.child[0], "an index");
    expect("]");
    return add(std::move(part));
  }

  int call(const ExpressionToken& name) {
    const Nesting nesting(*this);
    advance();
    if (name.text == "sum") return sum(name);
    for (const Function& function : kFunctions) {
      if (function.name != name.text) continue;
      const int left = binary(1);
      expect(",");
      const int right = binary(1);
      expect(")");
      return combine(function.op, name.column, left, right, function.integers_only,
                     std::string(function.name));
    }
    throw SyntaxError{
        name.column,
        fmt::format("`{}` is not a function: there are gcd, min, max and sum", name.text)};
  }

  int sum(const ExpressionToken& name) {
    if (token_.kind != Kind::kName) {
      fail("expected the name of the sum's variable, found " + quoted(token_));
    }
    ExpressionPart part{.op = Op::kSum, .column = name.column, .name = std::string(token_.text)};
    advance();
    for (int i = 0; i < 3; ++i) {
      expect(",");
      part.child[i] = binary(1);
      if (i < 2) want_integer(part.child[i], "a bound of a sum");
    }
    expect(")");
    part.real = is_real(part.child[2]);
    return add(std::move(part));
  }

  ExpressionLexer lexer_;
  ExpressionToken token_;
  ExpressionTree tree_;
  int depth_ = 0;
};

/// Collects the names that are not bound by a sum, and the inputs.
void collect(const ExpressionTree& tree, int index, std::vector<std::string>& bound,
             std::set<std::string>& names, std::set<std::string>& arrays) {
  const ExpressionPart& part = tree.at(index);
  if (part.op == Op::kElement) arrays.insert(part.name);
  if (part.op == Op::kName) {
    for (const std::string& variable : bound) {
      if (variable == part.name) return;
    }
    names.insert(part.name);
  }
  for (int i = 0; i < 3 && part.child[i] >= 0; ++i) {
    const bool body = part.op == Op::kSum && i == 2;
    if (body) bound.push_back(part.name);
    collect(tree, part.child[i], bound, names, arrays);
    if (body) bound.pop_back();
  }
}

base::Diagnostic diagnostic(std::string_view text, const std::string& where, int column,
                            std::string message) {
  return base::SourceText(where, std::string(text)).at(1, column, std::move(message));
}

}  // namespace

Expression::Expression() { *this = number(0); }

Expression Expression::number(std::int64_t value) {
  auto tree = std::make_shared<ExpressionTree>();
  tree->parts.push_back({.op = Op::kInteger, .column = 1, .integer = value});
  Expression expression(nullptr);
  expression.text_ = std::to_string(value);
  expression.root_ = std::move(tree);
  return expression;
}

base::Result<Expression> Expression::parse(std::string_view text, const std::string& where) {
  if (text.size() > kMaxLength) {
    return diagnostic(text.substr(0, 80), where, 1,
                      fmt::format("the expression is longer than {} characters", kMaxLength));
  }
  try {
    Expression expression(nullptr);
    auto tree = std::make_shared<const ExpressionTree>(Parser(text).parse());
    std::vector<std::string> bound;
    collect(*tree, tree->root, bound, expression.names_, expression.arrays_);
    expression.text_ = text;
    expression.root_ = std::move(tree);
    return expression;
  } catch (const SyntaxError& error) {
    return diagnostic(text, where, error.column, error.text);
  }
}

bool Expression::is_integer() const { return !root_->at(root_->root).real; }

bool Expression::has_sum() const {
  return std::any_of(root_->parts.begin(), root_->parts.end(),
                     [](const ExpressionPart& part) { return part.op == Op::kSum; });
}

int Expression::column_of(const std::string& name) const {
  int column = 0;
  for (const ExpressionPart& part : root_->parts) {
    const bool uses = part.op == Op::kName || part.op == Op::kElement;
    if (uses && part.name == name && (column == 0 || part.column < column)) column = part.column;
  }
  return column;
}

}  // namespace bankcheck::rubric
