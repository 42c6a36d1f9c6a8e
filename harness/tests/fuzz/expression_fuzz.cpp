// Expressions from anywhere: parsed, bound and evaluated without a crash, whatever they say.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "rubric/expression.hpp"

namespace bankcheck::rubric {
namespace {

/// More than are worked out one by one.
constexpr std::size_t kElements = 20;

bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// A column has the values of its elements, or the error of one of them.
void check_column(const BoundExpression& bound, std::size_t names,
                  std::span<const std::span<const double>> inputs) {
  std::vector<std::vector<std::int64_t>> values(names, std::vector<std::int64_t>(kElements));
  std::vector<Column> columns;
  for (std::size_t name = 0; name < names; ++name) {
    for (std::size_t i = 0; i < kElements; ++i) {
      values[name][i] = static_cast<std::int64_t>((name % 2 == 0 ? i : 3) + name) - 2;
    }
    columns.push_back({values[name].data(), true});
  }
  std::vector<double> out(kElements);
  std::string error;
  const bool is_fine = bound.evaluate_column(columns, inputs, out, &error, Precision::kSingle);
  bool all_fine = true;
  for (std::size_t i = 0; i < kElements; ++i) {
    std::vector<std::int64_t> element;
    for (const auto& column : values) element.push_back(column[i]);
    std::string error_of_one;
    const double one = bound.evaluate(element, inputs, &error_of_one, Precision::kSingle);
    all_fine = all_fine && error_of_one.empty();
    if (is_fine && !is_same(one, out[i])) std::abort();
  }
  if (is_fine != all_fine) std::abort();
}

}  // namespace
}  // namespace bankcheck::rubric

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankcheck::rubric;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto expression = Expression::parse(text);
  if (!expression.ok()) return 0;
  const std::vector<std::string> names(expression.value().names().begin(),
                                       expression.value().names().end());
  const std::vector<std::string> arrays(expression.value().arrays().begin(),
                                        expression.value().arrays().end());
  auto bound = BoundExpression::bind(expression.value(), names, arrays);
  if (!bound.ok()) std::abort();  // every name and input was listed
  bound.value().limit_operations(50'000);
  std::vector<std::int64_t> values(names.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i * 7) - 3;
  const std::vector<double> elements{0.5, 1, -2, 3e300};
  const std::vector<std::span<const double>> inputs(arrays.size(), elements);
  std::string error;
  (void)bound.value().evaluate(values, inputs, &error, Precision::kSingle);
  check_column(bound.value(), names.size(), inputs);
  return 0;
}
