// Arithmetic over named values, as rubrics and `bankcheck explain` write it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace bankcheck::rubric {

struct ExpressionTree;
struct ExpressionCode;

/// Grammar, loosest first: `|`  `^`  `&`  `<< >>`  `+ -`  `* / %`  unary `- ~`, then numbers
/// (decimal, 0x, 0.5), names, `name[expr]` (an input), parentheses, `gcd(a,b)`, `min(a,b)`,
/// `max(a,b)`, `sum(k, from, to, expr)` (k from `from` to `to`-1).
///
/// Types are known when parsed. Names and whole numbers are 64-bit integers; an input's elements
/// and numbers with a point are doubles, and so is what is made of them. Integers wrap at 64 bits;
/// integer division truncates, `%` has the dividend's sign, `>>` keeps the sign. `% & | ^ << >> ~`,
/// gcd, indices and the bounds of a sum want integers. Division by zero, a shift outside 0..63 and
/// an index out of range are errors when evaluated, and so is a value of more than
/// kMaxOperations operations.
/// A text past kMaxLength, nested deeper than kMaxDepth, or of more than kMaxNodes parts is
/// refused.
class Expression {
 public:
  static constexpr std::size_t kMaxLength = 4096;
  static constexpr int kMaxDepth = 64;
  static constexpr int kMaxNodes = 1024;
  /// Operations that one value may take, a gcd counting for 32 and a sum for 8 itself:
  /// some tenths of a second.
  static constexpr std::uint64_t kMaxOperations = std::uint64_t{1} << 26;

  /// The number 0.
  Expression();
  /// The error's column is the one within `text` (from 1), its file is `where`.
  static base::Result<Expression> parse(std::string_view text,
                                        const std::string& where = "expression");
  static Expression number(std::int64_t value);

  const std::string& text() const { return text_; }
  /// Names that the value depends on (bound sum variables left out), and inputs that it indexes.
  const std::set<std::string>& names() const { return names_; }
  const std::set<std::string>& arrays() const { return arrays_; }
  bool is_integer() const;
  bool has_sum() const;
  /// Where a name or an array is first used: column from 1; 0 when it is not used.
  int column_of(const std::string& name) const;

 private:
  friend class BoundExpression;
  explicit Expression(std::nullptr_t) {}

  std::string text_;
  std::set<std::string> names_;
  std::set<std::string> arrays_;
  std::shared_ptr<const ExpressionTree> root_;
};

/// How real numbers are rounded after each operation.
enum class Precision : std::uint8_t { kDouble, kSingle };

/// The values of one name over the elements of a column: one for all, or one each.
struct Column {
  const std::int64_t* values = nullptr;
  bool varies = false;
};

/// An expression compiled for a fixed order of names and arrays, quick to evaluate many times, from
/// any number of threads. Sums are added in the order of their variable.
class BoundExpression {
 public:
  /// The first `fixed` names have one value for all elements of a column, which is quicker. Fails
  /// when the expression uses a name or array that is not listed.
  static base::Result<BoundExpression> bind(const Expression& expression,
                                            std::vector<std::string> names,
                                            std::vector<std::string> arrays = {},
                                            std::size_t fixed = 0);
  /// `values` in the order of `names`; `arrays` likewise. On an evaluation error returns NaN (for
  /// `evaluate_integer`: false, also for an expression that is not an integer) and sets `*error`.
  double evaluate(std::span<const std::int64_t> values,
                  std::span<const std::span<const double>> arrays = {},
                  std::string* error = nullptr, Precision precision = Precision::kDouble) const;
  bool evaluate_integer(std::span<const std::int64_t> values, std::int64_t* result,
                        std::string* error = nullptr) const;
  /// The values of `out.size()` elements at once; `columns` in the order of `names`. False on an
  /// error, with `*error` set.
  bool evaluate_column(std::span<const Column> columns,
                       std::span<const std::span<const double>> arrays, std::span<double> out,
                       std::string* error, Precision precision = Precision::kDouble) const;

  /// Values that take more are errors; at most, and by default, kMaxOperations.
  void limit_operations(std::uint64_t limit);

 private:
  bool evaluate_column(const ExpressionCode& code, std::span<const Column> columns,
                       std::span<const std::span<const double>> arrays, std::span<double> out,
                       std::string* error, Precision precision) const;

  std::shared_ptr<const ExpressionCode> by_elements_;  ///< null where elements cannot be the lanes
  std::shared_ptr<const ExpressionCode> by_terms_;
  std::uint64_t operation_limit_ = Expression::kMaxOperations;
};

}  // namespace bankcheck::rubric
