#include "rubric/geometry.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostic.hpp"

namespace bankcheck::rubric {
namespace {

using Names = std::map<std::string, std::int64_t>;

constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
// CUDA's limits for every card since compute capability 3.0.
constexpr std::array<std::int64_t, 3> kMaxBlock{1024, 1024, 64};
constexpr std::array<std::int64_t, 3> kMaxGrid{2147483647, 65535, 65535};
/// Of a size: more than any needs, and quick.
constexpr std::uint64_t kMaxOperations = 1 << 16;
constexpr std::int64_t kMaxBlockThreads = 1024;
constexpr std::int64_t kMaxDynamicShared = 227 * 1024;

base::Diagnostic trouble(const Expression& expression, const std::string& text) {
  return base::plain_error(fmt::format("`{}` {}", expression.text(), text));
}

struct BoundNames {
  std::vector<std::string> names;
  std::vector<std::int64_t> values;
};

BoundNames bound_names(const Names& names) {
  BoundNames bound;
  for (const auto& [name, value] : names) {
    bound.names.push_back(name);
    bound.values.push_back(value);
  }
  return bound;
}

/// Binding and evaluation in one; errors are told as what the expression does.
template <class T, class Evaluate>
base::Result<T> evaluate_with(const Expression& expression, const Names& names, Evaluate evaluate) {
  const BoundNames bound = bound_names(names);
  auto code = BoundExpression::bind(expression, bound.names);
  if (!code.ok()) return trouble(expression, "has an " + code.errors().front().text);
  code.value().limit_operations(kMaxOperations);
  std::string error;
  const T value = evaluate(code.value(), bound.values, &error);
  if (!error.empty()) return trouble(expression, "cannot be worked out: " + error);
  return value;
}

base::Result<std::int64_t> integer(const Expression& expression, const Names& names) {
  return evaluate_with<std::int64_t>(
      expression, names, [](const BoundExpression& code, const auto& values, std::string* error) {
        std::int64_t result = 0;
        (void)code.evaluate_integer(values, &result, error);
        return result;
      });
}

base::Result<std::int64_t> integer_within(const Expression& expression, const Names& names,
                                          std::int64_t low, std::int64_t high, const char* what) {
  auto value = integer(expression, names);
  if (value.ok() && (value.value() < low || value.value() > high)) {
    return trouble(expression, fmt::format("makes {} {}: possible are {} to {}", what,
                                           value.value(), low, high));
  }
  return value;
}

/// Sets `*extents` and the names `<what>_x` … and `<what>`, their product.
base::Diagnostics set_extents(const std::vector<Expression>& expressions, const std::string& what,
                              const std::array<std::int64_t, 3>& most, Names* names,
                              base::Dim3* extents) {
  std::array<std::int64_t, 3> values{1, 1, 1};
  for (std::size_t i = 0; i < expressions.size() && i < values.size(); ++i) {
    const std::string name = fmt::format("the {}'s {}", what, kAxes[i]);
    const auto value = integer_within(expressions[i], *names, 1, most[i], name.c_str());
    if (!value.ok()) return value.errors();
    values[i] = value.value();
  }
  for (std::size_t i = 0; i < values.size(); ++i) (*names)[what + "_" + kAxes[i]] = values[i];
  const std::uint64_t product = static_cast<std::uint64_t>(values[0]) *
                                static_cast<std::uint64_t>(values[1]) *
                                static_cast<std::uint64_t>(values[2]);  // at most 2^63
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  (*names)[what] = static_cast<std::int64_t>(std::min(product, kMost));
  *extents = {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
              static_cast<std::uint32_t>(values[2])};
  return {};
}

base::Result<std::vector<Expression>> grid_extents(const KernelSpec& kernel, const Target& target,
                                                   const Names& names) {
  if (!target.gpu || !kernel.blocks_per_sm) return kernel.grid;
  const auto blocks = integer_within(*kernel.blocks_per_sm, names, 1, 1024, "blocks_per_sm");
  if (!blocks.ok()) return blocks.errors();
  return std::vector<Expression>{Expression::number(blocks.value() * target.multiprocessors)};
}

constexpr std::int64_t kMaxThreads = std::int64_t{1} << 36;

base::Diagnostics set_sizes(const KernelSpec& kernel, const Target& target, Geometry* geometry) {
  Names& names = geometry->names;
  auto errors = set_extents(kernel.block, "block", kMaxBlock, &names, &geometry->block);
  if (!errors.empty()) return errors;
  if (names["block"] > kMaxBlockThreads) {
    return {
        trouble(kernel.block.front(), fmt::format("makes a block of {} threads: {} are possible",
                                                  names["block"], kMaxBlockThreads))};
  }
  const auto grid = grid_extents(kernel, target, names);
  if (!grid.ok()) return grid.errors();
  errors = set_extents(grid.value(), "grid", kMaxGrid, &names, &geometry->grid);
  if (!errors.empty()) return errors;
  if (names["grid"] > kMaxThreads / names["block"]) {
    return {trouble(grid.value().front(), "makes a launch of more than 2^36 threads")};
  }
  names["threads"] = names["grid"] * names["block"];
  if (!kernel.dynamic_shared_bytes) return {};
  const auto bytes = integer_within(*kernel.dynamic_shared_bytes, names, 0, kMaxDynamicShared,
                                    "dynamic shared memory");
  if (!bytes.ok()) return bytes.errors();
  geometry->dynamic_shared_bytes = static_cast<std::uint32_t>(bytes.value());
  return {};
}

}  // namespace

Geometry::Place Geometry::place(std::uint64_t index) const {
  const std::uint64_t block_threads = block.count();
  const auto split = [](std::uint64_t linear, const base::Dim3& extents) {
    return base::Dim3{static_cast<std::uint32_t>(linear % extents.x),
                      static_cast<std::uint32_t>(linear / extents.x % extents.y),
                      static_cast<std::uint32_t>(linear / extents.x / extents.y)};
  };
  return {split(index / block_threads, grid), split(index % block_threads, block)};
}

base::Result<Geometry> geometry(const Rubric& rubric, const RowSpec& row, const Target& target) {
  const KernelSpec* kernel = rubric.find_kernel(row.kernel);
  base::Diagnostics errors;
  Geometry geometry;
  if (kernel == nullptr) {
    errors.push_back(base::plain_error(fmt::format("there is no kernel `{}`", row.kernel)));
  } else {
    geometry.names = target.gpu ? rubric.gpu_constants : rubric.constants;
    if (target.gpu) geometry.names.insert(row.gpu_variables.begin(), row.gpu_variables.end());
    geometry.names.insert(row.variables.begin(), row.variables.end());  // those that are not there
    errors = set_sizes(*kernel, target, &geometry);
  }
  for (base::Diagnostic& error : errors) {
    error.file = rubric.path;
    error.text = fmt::format("row {}: {}", row.label, error.text);
  }
  if (!errors.empty()) return errors;
  return geometry;
}

base::Result<std::int64_t> evaluate_integer(const Expression& expression,
                                            const Geometry& geometry) {
  return integer(expression, geometry.names);
}

base::Result<double> evaluate(const Expression& expression, const Geometry& geometry) {
  return evaluate_with<double>(expression, geometry.names,
                               [](const BoundExpression& code, const auto& values,
                                  std::string* error) { return code.evaluate(values, {}, error); });
}

}  // namespace bankcheck::rubric
