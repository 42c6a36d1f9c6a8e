#include "rubric/yaml_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "rubric/did_you_mean.hpp"

namespace bankcheck::rubric {
namespace {

std::string key_name(const std::string& key) { return "`" + key + "`"; }

std::string describe_value(const YamlNode& node) {
  return node.quoted ? "the text " + describe(node) : describe(node);
}

/// A plain text as a number; `*whole` is false for a text that is no decimal number at all.
bool parse_number(std::string_view text, double* value, bool* too_large) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, *value, std::chars_format::general);
  if (text.empty() || stop != end) return false;
  const bool digits = text.find_first_of("0123456789") != std::string_view::npos;
  if (!digits) return false;  // nan, inf
  *too_large = error == std::errc::result_out_of_range;
  return error == std::errc() || *too_large;
}

}  // namespace

NumberReading read_number(const YamlNode& node, double low, double high) {
  double value = 0;
  bool too_large = false;
  if (!node.is_text() || node.quoted || !parse_number(node.text, &value, &too_large)) {
    return {std::nullopt, "wants a number, found " + describe_value(node)};
  }
  if (too_large || !(value >= low && value <= high)) {
    return {std::nullopt,
            fmt::format("wants a number from {} to {}, found {}", low, high, describe_value(node))};
  }
  return {value, ""};
}

void YamlReader::keep(int line, int column, std::string text) {
  if (errors_->size() < kMaxKept) {
    errors_->push_back(source_.at(line, column, std::move(text)));
  } else {
    ++not_kept_;
  }
}

void YamlReader::error(const YamlNode& node, std::string text) {
  keep(node.line, node.column, std::move(text));
}

void YamlReader::error_within(const YamlNode& node, int column, std::string text) {
  const auto start = static_cast<std::size_t>(node.column) - 1 + (node.quoted ? 1 : 0);
  const std::string_view line = source_.line(node.line);
  const bool as_written = start <= line.size() && line.substr(start).starts_with(node.text);
  if (!as_written) return error(node, std::move(text));
  keep(node.line, static_cast<int>(start) + column, std::move(text));
}

std::optional<std::string> YamlReader::text(const YamlNode& node, const std::string& what) {
  if (node.is_text() && !node.text.empty()) return node.text;
  error(node, fmt::format("{} wants a text, found {}", what,
                          node.is_text() ? "an empty one" : describe(node)));
  return std::nullopt;
}

std::optional<std::int64_t> YamlReader::integer(const YamlNode& node, const std::string& what,
                                                std::int64_t low, std::int64_t high) {
  std::int64_t value = 0;
  const char* const end = node.text.data() + node.text.size();
  const auto [stop, status] = std::from_chars(node.text.data(), end, value);
  const bool number = node.is_text() && !node.quoted && !node.text.empty() && stop == end;
  if (number && status == std::errc() && value >= low && value <= high) return value;
  const bool bounded = low != kLowest || high != kHighest;
  std::string wanted = bounded ? fmt::format("a whole number from {} to {}", low, high)
                               : std::string("a whole number");
  if (low != kLowest && high == kHighest)
    wanted = fmt::format("a whole number of at least {}", low);
  error(node, fmt::format("{} wants {}, found {}", what, wanted, describe_value(node)));
  return std::nullopt;
}

std::optional<double> YamlReader::number(const YamlNode& node, const std::string& what, double low,
                                         double high) {
  NumberReading reading = read_number(node, low, high);
  if (!reading.value) error(node, what + " " + reading.trouble);
  return reading.value;
}

std::optional<bool> YamlReader::boolean(const YamlNode& node, const std::string& what) {
  if (node.is_text() && !node.quoted && (node.text == "true" || node.text == "false")) {
    return node.text == "true";
  }
  error(node, fmt::format("{} wants true or false, found {}", what, describe_value(node)));
  return std::nullopt;
}

std::optional<std::size_t> YamlReader::choice(const YamlNode& node, const std::string& what,
                                              const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), node.text);
  if (node.is_text() && found != names.end()) {
    return static_cast<std::size_t>(found - names.begin());
  }
  error(node, fmt::format("{} wants one of {}, found {}{}", what, fmt::join(names, ", "),
                          describe(node), did_you_mean(node.text, names)));
  return std::nullopt;
}

const std::vector<YamlNode>& YamlReader::list(const YamlNode& node, const std::string& what,
                                              bool may_be_empty) {
  static const std::vector<YamlNode> kNone;
  if (node.is_list() && (may_be_empty || !node.items.empty())) return node.items;
  error(node, fmt::format("{} wants a list, found {}", what,
                          node.is_list() ? "an empty one" : describe(node)));
  return kNone;
}

MapReader::MapReader(YamlReader& reader, const YamlNode& node, std::string what)
    : reader_(reader), node_(node), what_(std::move(what)) {
  if (!node.is_map()) {
    reader.error(node,
                 fmt::format("{} wants a map of keys and values, found {}", what_, describe(node)));
  }
}

const YamlNode* MapReader::find(const std::string& key, Need need) {
  known_.push_back(key);
  const YamlNode* value = node_.find(key);
  if (value == nullptr && need == Need::kRequired && node_.is_map()) {
    reader_.error(node_, fmt::format("{} needs `{}`", what_, key));
  }
  return value;
}

bool MapReader::text(const std::string& key, std::string* out, Need need) {
  const YamlNode* value = find(key, need);
  if (value == nullptr) return false;
  auto text = reader_.text(*value, key_name(key));
  if (text) *out = std::move(*text);
  return text.has_value();
}

bool MapReader::integer(const std::string& key, std::int64_t* out, std::int64_t low,
                        std::int64_t high, Need need) {
  const YamlNode* value = find(key, need);
  if (value == nullptr) return false;
  const auto integer = reader_.integer(*value, key_name(key), low, high);
  if (integer) *out = *integer;
  return integer.has_value();
}

bool MapReader::number(const std::string& key, double* out, double low, double high, Need need) {
  const YamlNode* value = find(key, need);
  if (value == nullptr) return false;
  const auto number = reader_.number(*value, key_name(key), low, high);
  if (number) *out = *number;
  return number.has_value();
}

bool MapReader::boolean(const std::string& key, bool* out) {
  const YamlNode* value = find(key);
  if (value == nullptr) return false;
  const auto boolean = reader_.boolean(*value, key_name(key));
  if (boolean) *out = *boolean;
  return boolean.has_value();
}

void MapReader::finish() {
  for (const YamlNode& key : node_.keys) {
    if (std::find(known_.begin(), known_.end(), key.text) != known_.end()) continue;
    const std::string meant = did_you_mean(key.text, known_);
    const std::string all = meant.empty() && !known_.empty()
                                ? fmt::format("; there are {}", fmt::join(known_, ", "))
                                : "";
    reader_.error(key, fmt::format("{} has no key {}{}{}", what_, describe(key), meant, all));
  }
}

}  // namespace bankcheck::rubric
