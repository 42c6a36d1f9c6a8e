// Arithmetic over named values, as rubrics and `bankcheck explain` write it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace bankcheck::rubric {

/// Grammar, loosest first: `|`  `^`  `&`  `<< >>`  `+ -`  `* / %`  unary `- ~`, then numbers
/// (decimal, 0x), names, `name[expr]` (an input), parentheses, `gcd(a,b)`, `min(a,b)`, `max(a,b)`,
/// `sum(k, from, to, expr)` (k from `from` to `to`-1). Integer division truncates, `%` has the
/// dividend's sign. Values are 64-bit integers except that an input's elements, sums and products of
/// them are doubles. Division by zero, a shift outside 0..63 and an index out of range are errors.
class Expression {
 public:
  struct Node;

  Expression();
  /// Errors carry the column within `text` (from 1); `where` is the file they name.
  static base::Result<Expression> parse(std::string_view text, const std::string& where = "expression");

  const std::string& text() const { return text_; }
  /// Names that the value depends on (bound sum variables left out), and inputs that it indexes.
  const std::set<std::string>& names() const { return names_; }
  const std::set<std::string>& arrays() const { return arrays_; }

 private:
  friend class BoundExpression;
  std::string text_;
  std::set<std::string> names_;
  std::set<std::string> arrays_;
  std::shared_ptr<const Node> root_;
};

/// An expression compiled for a fixed order of names and arrays, quick to evaluate many times.
class BoundExpression {
 public:
  /// Fails when the expression uses a name or array that is not listed.
  static base::Result<BoundExpression> bind(const Expression& expression,
                                            std::vector<std::string> names,
                                            std::vector<std::string> arrays = {});
  /// `values` in the order of `names`; `arrays` likewise. On an evaluation error returns NaN (for
  /// `evaluate_integer`: false) and sets `*error`.
  double evaluate(std::span<const std::int64_t> values,
                  std::span<const std::span<const double>> arrays = {},
                  std::string* error = nullptr) const;
  bool evaluate_integer(std::span<const std::int64_t> values, std::int64_t* result,
                        std::string* error = nullptr) const;

 private:
  struct Code;
  std::shared_ptr<const Code> code_;
};

}  // namespace bankcheck::rubric
