#include "rubric/expression.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "rubric/expression_evaluator.hpp"

namespace bankcheck::rubric {
namespace {

/// Fewer are worked out one by one.
constexpr std::size_t kFewElements = 16;

base::Diagnostic unknown(const Expression& expression, const char* what, const std::string& name) {
  return base::SourceText("expression", expression.text())
      .at(1, expression.column_of(name), fmt::format("unknown {} `{}`", what, name));
}

void set_error(std::string* error, const Evaluator& evaluator) {
  if (error != nullptr) *error = evaluator.error();
}

}  // namespace

base::Result<BoundExpression> BoundExpression::bind(const Expression& expression,
                                                    std::vector<std::string> names,
                                                    std::vector<std::string> arrays,
                                                    std::size_t fixed) {
  base::Diagnostics errors;
  for (const std::string& name : expression.names()) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      errors.push_back(unknown(expression, "name", name));
    }
  }
  for (const std::string& name : expression.arrays()) {
    if (std::find(arrays.begin(), arrays.end(), name) == arrays.end()) {
      errors.push_back(unknown(expression, "input", name));
    }
  }
  if (!errors.empty()) return errors;
  BoundExpression bound;
  const ExpressionTree& tree = *expression.root_;
  bound.by_terms_ = std::make_shared<const ExpressionCode>(compile_for_terms(tree, names, arrays));
  if (auto code = compile_for_elements(tree, names, arrays, fixed)) {
    bound.by_elements_ = std::make_shared<const ExpressionCode>(std::move(*code));
  }
  return bound;
}

void BoundExpression::limit_operations(std::uint64_t limit) {
  operation_limit_ = std::min(limit, Expression::kMaxOperations);
}

double BoundExpression::evaluate(std::span<const std::int64_t> values,
                                 std::span<const std::span<const double>> arrays,
                                 std::string* error, Precision precision) const {
  std::vector<Column> columns;
  for (const std::int64_t& value : values) columns.push_back({&value, false});
  double result = 0;
  const bool fine =
      evaluate_column(columns, arrays, std::span<double>(&result, 1), error, precision);
  return fine ? result : std::numeric_limits<double>::quiet_NaN();
}

bool BoundExpression::evaluate_integer(std::span<const std::int64_t> values, std::int64_t* result,
                                       std::string* error) const {
  if (by_terms_->loops[0].real) {
    if (error != nullptr) *error = "a whole number is wanted here, this is a real number";
    return false;
  }
  Evaluator evaluator(*by_terms_, {}, Precision::kDouble, operation_limit_);
  for (std::size_t i = 0; i < by_terms_->names.size(); ++i) {
    const int place = by_terms_->names[i].place;
    if (place >= 0) evaluator.at(place)->integer = values[i];
  }
  if (!evaluator.run(1)) {
    set_error(error, evaluator);
    return false;
  }
  *result = evaluator.at(by_terms_->loops[0].value)->integer;
  return true;
}

bool BoundExpression::evaluate_column(std::span<const Column> columns,
                                      std::span<const std::span<const double>> arrays,
                                      std::span<double> out, std::string* error,
                                      Precision precision) const {
  const bool by_elements = by_elements_ != nullptr && out.size() >= kFewElements;
  return evaluate_column(by_elements ? *by_elements_ : *by_terms_, columns, arrays, out, error,
                         precision);
}

bool BoundExpression::evaluate_column(const ExpressionCode& code, std::span<const Column> columns,
                                      std::span<const std::span<const double>> arrays,
                                      std::span<double> out, std::string* error,
                                      Precision precision) const {
  Evaluator evaluator(code, arrays, precision, operation_limit_);
  const Loop& loop = code.loops[0];
  const std::size_t most = loop.by_lanes ? kLanes : 1;
  for (std::size_t done = 0; done < out.size(); done += most) {
    const std::size_t lanes = std::min(most, out.size() - done);
    for (std::size_t name = 0; name < code.names.size(); ++name) {
      if (code.names[name].place < 0) continue;
      const Column& column = columns[name];
      Slot* const slots = evaluator.at(code.names[name].place);
      for (std::size_t i = 0; i < (code.names[name].varies ? lanes : 1); ++i) {
        slots[i].integer = column.varies ? column.values[done + i] : *column.values;
      }
    }
    if (!evaluator.run(static_cast<int>(lanes))) {
      set_error(error, evaluator);
      return false;
    }
    const Slot* value = evaluator.at(loop.value);
    for (std::size_t i = 0; i < lanes; ++i) {
      const Slot& slot = value[loop.value_varies ? i : 0];
      out[done + i] = loop.real ? slot.real : static_cast<double>(slot.integer);
    }
  }
  return true;
}

}  // namespace bankcheck::rubric
