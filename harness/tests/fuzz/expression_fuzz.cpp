// Expressions from anywhere: parsed, bound and evaluated without a crash, whatever they say.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "rubric/expression.hpp"

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
  std::vector<double> out(3);
  std::vector<Column> columns;
  for (const std::int64_t& value : values) columns.push_back({&value, false});
  (void)bound.value().evaluate_column(columns, inputs, out, &error);
  return 0;
}
