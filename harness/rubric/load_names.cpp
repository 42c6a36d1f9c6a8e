#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "rubric/did_you_mean.hpp"
#include "rubric/loader.hpp"
#include "rubric/thread_names.hpp"

namespace bankcheck::rubric {
namespace {

bool is_name(const std::string& text) {
  const auto letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
  const auto fits = [&](unsigned char c) { return letter(c) || std::isdigit(c) != 0; };
  return !text.empty() && letter(static_cast<unsigned char>(text.front())) &&
         std::all_of(text.begin(), text.end(), fits);
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> with_axes(const std::string& name) {
  return {name, name + "_x", name + "_y", name + "_z"};
}

std::vector<std::string> joined(std::vector<std::string> first,
                                const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

void check_names(Loader& loader, const YamlNode& node, const Expression& expression,
                 const std::set<std::string>& used, const std::vector<std::string>& known,
                 const char* what) {
  for (const std::string& name : used) {
    if (contains(known, name)) continue;
    const std::string meant = did_you_mean(name, known);
    loader.reader.error_within(node, expression.column_of(name),
                               fmt::format("unknown {} `{}`{}", what, name, meant));
  }
}

}  // namespace

Scope Scope::with(const std::vector<std::string>& more) const {
  return {joined(names, more), arrays};
}

const std::vector<std::string>& block_size_names() {
  static const std::vector<std::string> names = with_axes("block");
  return names;
}

const std::vector<std::string>& launch_size_names() {
  static const std::vector<std::string> names =
      joined(joined(block_size_names(), with_axes("grid")), {"threads"});
  return names;
}

const std::vector<std::string>& element_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all(kThreadNames.begin(), kThreadNames.end());
    all.emplace_back("index");
    return all;
  }();
  return names;
}

Scope constants_scope(const Loader& loader) {
  Scope scope;
  for (const auto& [name, value] : loader.rubric.constants) scope.names.push_back(name);
  return scope;
}

std::optional<Expression> load_expression(Loader& loader, const YamlNode& node,
                                          const std::string& what, const Scope& scope) {
  if (!node.is_text()) {
    loader.reader.error(node,
                        fmt::format("{} wants an expression, found {}", what, describe(node)));
    return std::nullopt;
  }
  auto expression = Expression::parse(node.text);
  if (!expression.ok()) {
    for (const base::Diagnostic& error : expression.errors()) {
      loader.reader.error_within(node, error.column, error.text);
    }
    return std::nullopt;
  }
  check_names(loader, node, expression.value(), expression.value().names(), scope.names, "name");
  check_names(loader, node, expression.value(), expression.value().arrays(), scope.arrays, "input");
  return std::move(expression).value();
}

DeviceNumber load_device_number(Loader& loader, const YamlNode& node, const std::string& what) {
  DeviceNumber number;
  if (node.is_map()) {
    MapReader devices(loader.reader, node, what);
    devices.integer("simulator", &number.simulator, YamlReader::kLowest, YamlReader::kHighest,
                    Need::kRequired);
    devices.integer("gpu", &number.gpu, YamlReader::kLowest, YamlReader::kHighest, Need::kRequired);
    devices.finish();
  } else {
    number.simulator = number.gpu = loader.reader.integer(node, what).value_or(0);
  }
  return number;
}

bool is_free_name(Loader& loader, const YamlNode& node, const std::string& what) {
  if (!node.is_text() || !is_name(node.text)) {
    loader.reader.error(node, fmt::format("{} wants a name (letters, digits, `_`), found {}", what,
                                          describe(node)));
    return false;
  }
  if (contains(launch_size_names(), node.text) || contains(element_names(), node.text)) {
    loader.reader.error(node, fmt::format("`{}` is a name that every launch defines", node.text));
    return false;
  }
  return true;
}

std::optional<std::string> load_row_label(Loader& loader, const YamlNode& node,
                                          const std::string& what) {
  const auto label = loader.reader.text(node, what);
  if (!label) return std::nullopt;
  if (loader.rubric.find_row(*label) != nullptr) return label;
  std::vector<std::string> labels = row_set(loader.rubric, "all");
  loader.reader.error(
      node, fmt::format("the sweep has no row `{}`; it has {}", *label,
                        labels.empty() ? "none" : fmt::to_string(fmt::join(labels, ", "))));
  return std::nullopt;
}

std::vector<std::string> row_set(const Rubric& rubric, std::string_view keyword) {
  std::vector<std::string> labels;
  for (const RowSpec& row : rubric.sweep.rows) {
    const bool wanted = keyword == "all" || (keyword == "hidden" && row.hidden) ||
                        (keyword == "added" && row.added) ||
                        (keyword == "base" && !row.added && !row.hidden);
    if (wanted) labels.push_back(row.label);
  }
  return labels;
}

std::vector<std::string> load_row_set(Loader& loader, const YamlNode& node,
                                      const std::string& what) {
  std::vector<std::string> labels;
  if (!node.is_text()) {
    for (const YamlNode& item : loader.reader.list(node, what)) {
      const auto label = load_row_label(loader, item, what);
      if (!label) continue;
      if (contains(labels, *label))
        loader.reader.error(item, fmt::format("row `{}` is named twice", *label));
      labels.push_back(*label);
    }
    return labels;
  }
  static const std::vector<std::string> keywords{"all", "base", "added", "hidden"};
  const auto keyword = loader.reader.choice(node, what, keywords);
  if (!keyword) return labels;
  labels = row_set(loader.rubric, keywords[*keyword]);
  if (labels.empty()) {
    loader.reader.error(node, *keyword == 0 ? std::string("the sweep has no rows")
                                            : fmt::format("the sweep has no {} rows", node.text));
  }
  return labels;
}

std::optional<Measure> load_measure(Loader& loader, const YamlNode& node) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kMeasureCount; ++i) names.emplace_back(name(static_cast<Measure>(i)));
  const auto choice = loader.reader.choice(node, "`measure`", names);
  if (!choice) return std::nullopt;
  return static_cast<Measure>(*choice);
}

}  // namespace bankcheck::rubric
