#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "rubric/did_you_mean.hpp"
#include "rubric/loader.hpp"

namespace bankcheck::rubric {
namespace {

constexpr std::size_t kMaxKernels = 32;
constexpr std::size_t kMaxParameters = 64;

template <class Enum>
struct Choice {
  const char* name;
  Enum value;
};

constexpr std::array<Choice<Fill>, 4> kFills{{{"random", Fill::kRandomIntegers},
                                              {"iota", Fill::kIota},
                                              {"zero", Fill::kZero},
                                              {"poison", Fill::kPoison}}};

std::optional<base::ElementType> load_type(Loader& loader, const YamlNode& node) {
  constexpr int kTypes = static_cast<int>(base::ElementType::kF64) + 1;
  std::vector<std::string> names;
  for (int i = 0; i < kTypes; ++i)
    names.emplace_back(base::name(static_cast<base::ElementType>(i)));
  const auto choice = loader.reader.choice(node, "`type`", names);
  if (!choice) return std::nullopt;
  return static_cast<base::ElementType>(*choice);
}

std::optional<Fill> load_fill(Loader& loader, const YamlNode& node) {
  std::vector<std::string> names;
  for (const auto& fill : kFills) names.emplace_back(fill.name);
  const auto choice = loader.reader.choice(node, "`fill`", names);
  if (!choice) return std::nullopt;
  return kFills[*choice].value;
}

/// The constants and the variables of the rows that run the kernel.
Scope row_scope(const Loader& loader, const KernelSpec& kernel) {
  std::set<std::string> variables;
  for (const RowSpec& row : loader.rubric.sweep.rows) {
    if (row.kernel != kernel.id) continue;
    for (const auto& [name, value] : row.variables) variables.insert(name);
  }
  return constants_scope(loader).with({variables.begin(), variables.end()});
}

std::vector<Expression> load_extents(Loader& loader, const YamlNode& node, const std::string& what,
                                     const Scope& scope) {
  std::vector<Expression> extents;
  if (node.is_text()) {
    if (auto extent = load_expression(loader, node, what, scope)) extents.push_back(*extent);
    return extents;
  }
  if (!node.is_list() || node.items.empty() || node.items.size() > 3) {
    loader.reader.error(node, fmt::format("{} wants a number or a list of 1 to 3 of them", what));
    return extents;
  }
  for (const YamlNode& item : node.items) {
    if (auto extent = load_expression(loader, item, what, scope)) extents.push_back(*extent);
  }
  return extents;
}

void load_launch(Loader& loader, const YamlNode& node, KernelSpec* kernel) {
  MapReader map(loader.reader, node, "`launch`");
  const Scope rows = row_scope(loader, *kernel);
  const Scope blocks = rows.with(block_size_names());
  if (const YamlNode* block = map.find("block", Need::kRequired)) {
    kernel->block = load_extents(loader, *block, "`block`", rows);
  }
  if (const YamlNode* grid = map.find("grid", Need::kRequired)) {
    kernel->grid = load_extents(loader, *grid, "`grid`", blocks);
  }
  if (const YamlNode* blocks_per_sm = map.find("blocks_per_sm")) {
    kernel->blocks_per_sm = load_expression(loader, *blocks_per_sm, "`blocks_per_sm`", blocks);
  }
  if (const YamlNode* bytes = map.find("dynamic_shared")) {
    kernel->dynamic_shared_bytes =
        load_expression(loader, *bytes, "`dynamic_shared`", rows.with(launch_size_names()));
  }
  map.finish();
}

/// Small integers, so that sums of them are exact in float.
void load_random_range(Loader& loader, const YamlNode& node, ParameterSpec* parameter) {
  constexpr std::int64_t kMost = 1'000'000;
  if (!node.is_list() || node.items.size() != 2) {
    loader.reader.error(node, "`range` wants the lowest and the highest value: [0, 15]");
    return;
  }
  const auto low = loader.reader.integer(node.items[0], "`range`", -kMost, kMost);
  const auto high = loader.reader.integer(node.items[1], "`range`", low.value_or(-kMost), kMost);
  parameter->low = low.value_or(0);
  parameter->high = high.value_or(0);
}

void load_buffer(Loader& loader, MapReader& map, ParameterSpec* parameter) {
  map.boolean("output", &parameter->is_output);
  parameter->fill = parameter->is_output ? Fill::kPoison : Fill::kRandomIntegers;
  if (const YamlNode* fill = map.find("fill")) {
    parameter->fill = load_fill(loader, *fill).value_or(parameter->fill);
  }
  const YamlNode* range = map.find("range");
  if (range == nullptr) return;
  if (parameter->fill != Fill::kRandomIntegers) {
    loader.reader.error(*range, "`range` is for `fill: random` only");
    return;
  }
  load_random_range(loader, *range, parameter);
}

void load_parameter(Loader& loader, const YamlNode& node, KernelSpec* kernel) {
  MapReader map(loader.reader, node, "a parameter");
  ParameterSpec parameter;
  const YamlNode* name = map.find("name", Need::kRequired);
  if (name != nullptr) {
    parameter.name = loader.reader.text(*name, "`name`").value_or("");
    const auto same = [&](const ParameterSpec& other) { return other.name == parameter.name; };
    if (std::any_of(kernel->parameters.begin(), kernel->parameters.end(), same)) {
      loader.reader.error(*name, fmt::format("the kernel has two parameters `{}`", parameter.name));
    }
  }
  if (const YamlNode* type = map.find("type", Need::kRequired)) {
    parameter.type = load_type(loader, *type).value_or(parameter.type);
  }
  const Scope scope = row_scope(loader, *kernel).with(launch_size_names());
  const YamlNode* length = map.find("length");
  const YamlNode* value = map.find("value");
  if (length != nullptr) parameter.length = load_expression(loader, *length, "`length`", scope);
  if (value != nullptr) parameter.value = load_expression(loader, *value, "`value`", scope);
  if (node.is_map() && (length == nullptr) == (value == nullptr)) {
    loader.reader.error(
        node, "a parameter needs either `length`, for a buffer, or `value`, for a scalar");
  }
  if (length != nullptr) load_buffer(loader, map, &parameter);
  map.finish();
  kernel->parameters.push_back(std::move(parameter));
}

/// Buffers whose contents are known before the launch.
std::vector<std::string> filled_buffers(const KernelSpec& kernel) {
  std::vector<std::string> names;
  for (const ParameterSpec& parameter : kernel.parameters) {
    if (parameter.length && parameter.fill != Fill::kPoison) names.push_back(parameter.name);
  }
  return names;
}

void load_expected_buffer(Loader& loader, const YamlNode& node, KernelSpec* kernel,
                          ExpectedOutput* expected) {
  std::vector<std::string> outputs;
  for (const ParameterSpec& parameter : kernel->parameters) {
    if (parameter.is_output) outputs.push_back(parameter.name);
  }
  expected->buffer = loader.reader.text(node, "`buffer`").value_or("");
  if (!expected->buffer.empty() &&
      std::find(outputs.begin(), outputs.end(), expected->buffer) == outputs.end()) {
    loader.reader.error(node,
                        fmt::format("no parameter `{}` has `output: true`{}", expected->buffer,
                                    did_you_mean(expected->buffer, outputs)));
  }
  for (const ExpectedOutput& other : kernel->expect) {
    if (other.buffer == expected->buffer) {
      loader.reader.error(node, fmt::format("`{}` is expected twice", expected->buffer));
    }
  }
}

void load_expected(Loader& loader, const YamlNode& node, KernelSpec* kernel) {
  MapReader map(loader.reader, node, "an expected output");
  ExpectedOutput expected;
  if (const YamlNode* buffer = map.find("buffer", Need::kRequired)) {
    load_expected_buffer(loader, *buffer, kernel, &expected);
  }
  Scope scope = row_scope(loader, *kernel).with(launch_size_names()).with(element_names());
  scope.arrays = filled_buffers(*kernel);
  if (const YamlNode* value = map.find("value", Need::kRequired)) {
    expected.value = load_expression(loader, *value, "`value`", scope).value_or(Expression());
  }
  map.number("relative_tolerance", &expected.relative_tolerance, 0, 1);
  map.number("absolute_tolerance", &expected.absolute_tolerance, 0, 1e30);
  map.finish();
  kernel->expect.push_back(std::move(expected));
}

void load_reads(Loader& loader, const YamlNode& node, KernelSpec* kernel) {
  MapReader map(loader.reader, node, "`reads`");
  LedgerSpec ledger;
  const Scope scope = row_scope(loader, *kernel).with(launch_size_names());
  const YamlNode* each = map.find("each", Need::kRequired);
  if (each != nullptr) {
    (void)is_free_name(loader, *each, "`each`");
    ledger.variable = each->text;
  }
  if (const YamlNode* count = map.find("count", Need::kRequired)) {
    ledger.count = load_expression(loader, *count, "`count`", scope).value_or(Expression());
  }
  if (const YamlNode* word = map.find("word", Need::kRequired)) {
    std::vector<std::string> own = element_names();
    own.pop_back();  // index: a read belongs to no element
    own.push_back(ledger.variable);
    ledger.word = load_expression(loader, *word, "`word`", scope.with(own)).value_or(Expression());
    if (ledger.word.has_sum()) loader.reader.error(*word, "`word` cannot hold a sum");
  }
  map.boolean("together", &ledger.together);
  map.boolean("used", &ledger.used);
  map.finish();
  kernel->reads = std::move(ledger);
}

void load_degree(Loader& loader, const YamlNode& node, KernelSpec* kernel) {
  const Scope scope = row_scope(loader, *kernel);
  if (node.is_map()) {
    kernel->degree_access = load_access(loader, node, "degree", scope);
  } else {
    kernel->degree = load_expression(loader, node, "`degree`", scope);
  }
}

void load_kernel(Loader& loader, const YamlNode& node, KernelSpec* kernel) {
  MapReader map(loader.reader, node, "a kernel");
  map.accept("id");
  map.text("name", &kernel->name, Need::kRequired);
  if (const YamlNode* launch = map.find("launch", Need::kRequired))
    load_launch(loader, *launch, kernel);
  if (const YamlNode* parameters = map.find("parameters", Need::kRequired)) {
    const auto& items = loader.reader.list(*parameters, "`parameters`", true);
    if (items.size() > kMaxParameters) {
      loader.reader.error(*parameters,
                          fmt::format("a kernel has at most {} parameters", kMaxParameters));
    }
    for (const YamlNode& parameter : items) load_parameter(loader, parameter, kernel);
  }
  if (const YamlNode* expect = map.find("expect")) {
    for (const YamlNode& expected : loader.reader.list(*expect, "`expect`")) {
      load_expected(loader, expected, kernel);
    }
  }
  if (const YamlNode* reads = map.find("reads")) load_reads(loader, *reads, kernel);
  if (const YamlNode* degree = map.find("degree")) load_degree(loader, *degree, kernel);
  if (const YamlNode* bytes = map.find("bytes_moved")) {
    kernel->bytes_moved = load_expression(loader, *bytes, "`bytes_moved`",
                                          row_scope(loader, *kernel).with(launch_size_names()));
  }
  map.finish();
}

}  // namespace

void load_kernel_ids(Loader& loader, const YamlNode& node) {
  const auto& items = loader.reader.list(node, "`kernels`");
  if (items.size() > kMaxKernels) {
    loader.reader.error(node, fmt::format("a rubric has at most {} kernels", kMaxKernels));
    return;
  }
  for (const YamlNode& item : items) {
    KernelSpec kernel;
    const YamlNode* name = item.find("name");
    const YamlNode* id = item.find("id");
    if (name != nullptr && name->is_text()) kernel.id = name->text;
    if (id != nullptr) kernel.id = loader.reader.text(*id, "`id`").value_or("");
    if (!kernel.id.empty() && loader.rubric.find_kernel(kernel.id) != nullptr) {
      loader.reader.error(id != nullptr ? *id : item,
                          fmt::format("there are two kernels `{}`", kernel.id));
    }
    loader.rubric.kernels.push_back(std::move(kernel));
    loader.kernel_nodes.push_back(&item);
  }
}

void load_kernels(Loader& loader) {
  for (std::size_t i = 0; i < loader.kernel_nodes.size(); ++i) {
    load_kernel(loader, *loader.kernel_nodes[i], &loader.rubric.kernels[i]);
  }
}

}  // namespace bankcheck::rubric
