#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "rubric/did_you_mean.hpp"
#include "rubric/loader.hpp"

namespace bankcheck::rubric {
namespace {

constexpr std::size_t kMaxRows = 64;
constexpr double kMaxDegree = 1e12;
/// Keys that describe all rows by the values of one variable.
constexpr std::array<std::string_view, 7> kShortForm{"variable", "rows_from", "range", "kernel",
                                                     "base",     "added",     "hidden"};

void add_row(Loader& loader, const YamlNode& node, RowSpec row) {
  if (loader.rubric.find_row(row.label) != nullptr) {
    loader.reader.error(node, fmt::format("the sweep has two rows `{}`", row.label));
    return;
  }
  if (loader.rubric.sweep.rows.size() == kMaxRows) {
    loader.reader.error(node, fmt::format("the sweep has more than {} rows", kMaxRows));
  }
  if (loader.rubric.sweep.rows.size() >= kMaxRows) return;
  loader.rubric.sweep.rows.push_back(std::move(row));
  loader.row_nodes.push_back(&node);
}

std::optional<std::string> load_kernel_of_row(Loader& loader, MapReader& map) {
  const auto& kernels = loader.rubric.kernels;
  const Need need = kernels.size() == 1 ? Need::kOptional : Need::kRequired;
  const YamlNode* node = map.find("kernel", need);
  if (node == nullptr) {
    return kernels.size() == 1 ? std::optional<std::string>(kernels.front().id) : std::nullopt;
  }
  const auto id = loader.reader.text(*node, "`kernel`");
  if (!id || loader.rubric.find_kernel(*id) != nullptr) return id;
  std::vector<std::string> ids;
  for (const KernelSpec& kernel : kernels) ids.push_back(kernel.id);
  loader.reader.error(*node, fmt::format("there is no kernel `{}`{}", *id, did_you_mean(*id, ids)));
  return std::nullopt;
}

/// One of the lists of the short form: every value of the variable is a row.
void load_values(Loader& loader, MapReader& map, const std::string& key, Need need,
                 const std::string& kernel) {
  const YamlNode* node = map.find(key, need);
  if (node == nullptr) return;
  for (const YamlNode& item : loader.reader.list(*node, "`" + key + "`")) {
    const Sweep& sweep = loader.rubric.sweep;
    const auto value =
        loader.reader.integer(item, "a row of `" + key + "`", sweep.lowest, sweep.highest);
    if (!value) continue;
    RowSpec row = loader.rubric.student_row(*value);
    row.kernel = kernel;
    row.hidden = key == "hidden";
    row.added = key == "added";
    add_row(loader, item, std::move(row));
  }
}

void load_range(Loader& loader, MapReader& map) {
  Sweep& sweep = loader.rubric.sweep;
  sweep.lowest = 1;
  sweep.highest = 1'000'000'000;
  const YamlNode* node = map.find("range");
  if (node == nullptr) return;
  if (!node->is_list() || node->items.size() != 2) {
    loader.reader.error(*node, "`range` wants the lowest and the highest value: [1, 64]");
    return;
  }
  constexpr std::int64_t kMost = 1'000'000'000;
  const auto low = loader.reader.integer(node->items[0], "`range`", -kMost, kMost);
  const auto high = loader.reader.integer(node->items[1], "`range`", low.value_or(-kMost), kMost);
  if (!low || !high) return;
  sweep.lowest = *low;
  sweep.highest = *high;
}

void load_short_form(Loader& loader, MapReader& map) {
  Sweep& sweep = loader.rubric.sweep;
  const YamlNode* variable = map.find("variable", Need::kRequired);
  if (variable != nullptr) {
    (void)is_free_name(loader, *variable, "`variable`");
    sweep.variable = variable->text;
    if (loader.rubric.constants.count(sweep.variable) != 0) {
      loader.reader.error(*variable, fmt::format("`{}` is a constant already", sweep.variable));
    }
  }
  map.text("rows_from", &sweep.rows_from);
  load_range(loader, map);
  const auto kernel = load_kernel_of_row(loader, map);
  load_values(loader, map, "base", Need::kRequired, kernel.value_or(""));
  load_values(loader, map, "added", Need::kOptional, kernel.value_or(""));
  load_values(loader, map, "hidden", Need::kOptional, kernel.value_or(""));
}

void load_variables(Loader& loader, const YamlNode& node, RowSpec* row) {
  MapReader map(loader.reader, node, "`variables`");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const YamlNode& key = node.keys[i];
    if (!is_free_name(loader, key, "a variable")) continue;
    if (loader.rubric.constants.count(key.text) != 0) {
      loader.reader.error(key, fmt::format("`{}` is a constant already", key.text));
    }
    const DeviceNumber number = load_device_number(loader, node.items[i], "`" + key.text + "`");
    row->variables[key.text] = number.simulator;
    if (number.gpu != number.simulator) row->gpu_variables[key.text] = number.gpu;
  }
}

void load_row(Loader& loader, const YamlNode& node) {
  MapReader map(loader.reader, node, "a row");
  RowSpec row;
  map.text("label", &row.label, Need::kRequired);
  const auto kernel = load_kernel_of_row(loader, map);
  row.kernel = kernel.value_or("");
  if (const YamlNode* variables = map.find("variables")) load_variables(loader, *variables, &row);
  double degree = 0;
  if (map.number("degree", &degree, 0, kMaxDegree)) row.degree = degree;
  map.boolean("hidden", &row.hidden);
  map.boolean("added", &row.added);
  map.finish();
  if (!row.label.empty()) add_row(loader, node, std::move(row));
}

void load_long_form(Loader& loader, MapReader& map, const YamlNode& rows) {
  for (const YamlNode& key : map.node().keys) {
    const bool short_form =
        std::find(kShortForm.begin(), kShortForm.end(), key.text) != kShortForm.end();
    if (!short_form) continue;
    map.accept(key.text);
    loader.reader.error(key, fmt::format("`{}` cannot stand beside `rows`", key.text));
  }
  for (const YamlNode& row : loader.reader.list(rows, "`rows`")) load_row(loader, row);
}

void load_listed_degrees(Loader& loader, const YamlNode& node) {
  MapReader map(loader.reader, node, "`degrees`");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const auto label = load_row_label(loader, node.keys[i], "`degrees`");
    const auto degree = loader.reader.number(node.items[i], "a degree", 0, kMaxDegree);
    if (!label || !degree) continue;
    for (RowSpec& row : loader.rubric.sweep.rows) {
      if (row.label == *label) row.degree = degree;
    }
  }
}

void load_baseline(Loader& loader, MapReader& map) {
  const YamlNode* node = map.find("baseline", Need::kRequired);
  if (node == nullptr) return;
  const auto label = load_row_label(loader, *node, "`baseline`");
  if (!label) return;
  loader.rubric.sweep.baseline = *label;
  if (loader.rubric.find_row(*label)->hidden) {
    loader.reader.error(*node,
                        "the baseline cannot be a hidden row: a student's own check needs it");
  }
}

void load_ceiling(Loader& loader, const YamlNode& node) {
  const auto label = load_row_label(loader, node, "`ceiling`");
  if (!label) return;
  loader.rubric.sweep.ceiling = *label;
  if (loader.rubric.find_row(*label)->hidden) {
    loader.reader.error(node, "the ceiling cannot be a hidden row: a student's own check needs it");
  }
}

/// `9.0`: one digit or two, a dot, a digit.
void load_occupancy(Loader& loader, const YamlNode& node) {
  const auto text = loader.reader.text(node, "`occupancy`");
  if (!text) return;
  const std::size_t dot = text->find('.');
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool fits = (dot == 1 || dot == 2) && text->size() == dot + 2 &&
                    std::all_of(text->begin(), text->begin() + static_cast<long>(dot), is_digit) &&
                    is_digit(text->back());
  if (!fits) {
    loader.reader.error(
        node, fmt::format("`occupancy` wants a compute capability such as 9.0, found `{}`", *text));
  }
  loader.rubric.sweep.occupancy = *text;
}

}  // namespace

void load_sweep(Loader& loader, const YamlNode& node) {
  MapReader map(loader.reader, node, "the sweep");
  Sweep& sweep = loader.rubric.sweep;
  map.text("heading", &sweep.heading);
  map.text("result", &sweep.result);
  if (const YamlNode* measure = map.find("measure")) {
    sweep.measure = load_measure(loader, *measure).value_or(sweep.measure);
  }
  if (const YamlNode* rows = map.find("rows")) {
    load_long_form(loader, map, *rows);
  } else {
    load_short_form(loader, map);
  }
  if (sweep.result.empty()) sweep.result = "result";
  if (sweep.heading.empty()) sweep.heading = sweep.variable.empty() ? "row" : sweep.variable;
  if (const YamlNode* degrees = map.find("degrees")) load_listed_degrees(loader, *degrees);
  load_baseline(loader, map);
  if (const YamlNode* ceiling = map.find("ceiling")) load_ceiling(loader, *ceiling);
  if (const YamlNode* occupancy = map.find("occupancy")) load_occupancy(loader, *occupancy);
  map.finish();
}

}  // namespace bankcheck::rubric
