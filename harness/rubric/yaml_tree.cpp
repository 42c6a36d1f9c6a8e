#include "rubric/yaml_tree.hpp"

#include <array>
#include <cctype>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

namespace bankcheck::rubric {
namespace {

/// Keys given twice that are reported one by one.
constexpr std::size_t kMaxRepeated = 50;

/// Ends the parser from within its events.
struct Refused {
  int line;
  int column;
  std::string text;
};

int line_of(const YAML::Mark& mark) { return mark.line + 1; }
int column_of(const YAML::Mark& mark) { return mark.column + 1; }

/// What the parser says, and what to tell a person instead.
struct Translation {
  std::string_view from;
  std::string_view to;
};
constexpr std::array<Translation, 9> kTranslations{{
    {"illegal map value", "a `:` cannot stand here: a text with `: ` in it needs quotes"},
    {"illegal tab when looking for indentation", "a tab cannot indent: use spaces"},
    {"end of map not found", "this line does not fit the indentation of those above"},
    {"end of sequence not found", "this line does not fit the indentation of those above"},
    {"end of map flow not found", "`,` or `}` is missing before this"},
    {"end of sequence flow not found", "`,` or `]` is missing before this"},
    {"unknown token", "this character cannot stand here: put the text in quotes"},
    {"illegal block entry", "a `- ` cannot stand here: a text that starts with it needs quotes"},
    {"the referenced anchor is not defined",
     "aliases are not allowed: a text that starts with `*` needs quotes"},
}};

std::string translated(const std::string& message) {
  for (const Translation& row : kTranslations) {
    if (message.starts_with(row.from)) return std::string(row.to);
  }
  return "this cannot be read as YAML: " + message;
}

/// `8:1` is one word to YAML, which then stumbles over the `:` of the next line: the error at that
/// word, when the last line before `line` that is not blank holds nothing else.
std::optional<base::Diagnostic> blank_missing_before(const base::SourceText& source, int line) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (int before = line - 1; before > 0; --before) {
    const std::string_view text = source.line(before);
    const std::size_t start = text.find_first_not_of(" \t\r");
    if (start == std::string::npos || text[start] == '#') continue;
    std::size_t colon = start;
    while (colon < text.size() && is_word(text[colon])) ++colon;
    if (colon == start || colon + 1 >= text.size() || text[colon] != ':' ||
        !is_word(text[colon + 1])) {
      return std::nullopt;
    }
    return source.at(before, static_cast<int>(colon) + 1, "a blank has to follow this `:`");
  }
  return std::nullopt;
}

/// Builds the tree; the stack is bounded by the limit of depth.
class Builder : public YAML::EventHandler {
 public:
  Builder(const base::SourceText& source, const YamlLimits& limits, base::Diagnostics* errors)
      : source_(source), limits_(limits), errors_(errors) {}

  YamlNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      throw Refused{line_of(mark), column_of(mark), "a second document starts here: one is wanted"};
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    YamlNode node = make(YamlNode::Kind::kEmpty, mark);
    // The parser places a value that is not there at whatever comes next.
    const bool written =
        source_.line(node.line).substr(0, static_cast<std::size_t>(node.column)).ends_with('~');
    if (!written && !open_.empty() && open_.back().key) {
      node.line = open_.back().key->line;
      node.column = open_.back().key->column;
    }
    add(std::move(node));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refused{line_of(mark), column_of(mark),
                  "aliases are not allowed: a text that starts with `*` needs quotes"};
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    YamlNode node = make(YamlNode::Kind::kText, mark);
    node.text = value;
    node.quoted = tag == "!";
    refuse_open_quote(node);
    add(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::kList);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::kMap);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map whose end has not come; of a map, the key whose value comes next.
  struct Open {
    YamlNode node;
    std::optional<YamlNode> key;
    std::unordered_map<std::string, int> line_of_key;
  };

  static void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor == YAML::NullAnchor) return;
    throw Refused{line_of(mark), column_of(mark),
                  "anchors are not allowed: a text that starts with `&` needs quotes"};
  }

  static void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    throw Refused{line_of(mark), column_of(mark),
                  "tags are not allowed: a text that starts with `!` needs quotes"};
  }

  /// The parser ends an open quote silently at the end of the file.
  void refuse_open_quote(const YamlNode& node) const {
    const std::string_view line = source_.line(node.line);
    const auto start = static_cast<std::size_t>(node.column) - 1;
    if (!node.quoted || start >= line.size() || (line[start] != '"' && line[start] != '\'')) return;
    const char quote = line[start];
    const char* const end = source_.text().data() + source_.text().size();
    for (const char* at = line.data() + start + 1; at < end; ++at) {
      if (*at == quote && !(quote == '\'' && at + 1 < end && at[1] == quote)) return;
      if (*at == (quote == '"' ? '\\' : quote)) ++at;
    }
    throw Refused{node.line, node.column, "this quote is not closed"};
  }

  YamlNode make(YamlNode::Kind kind, const YAML::Mark& mark) {
    if (++nodes_ > limits_.nodes) {
      throw Refused{line_of(mark), column_of(mark),
                    fmt::format("more than {} values", limits_.nodes)};
    }
    YamlNode node;
    node.kind = kind;
    node.line = line_of(mark);
    node.column = column_of(mark);
    return node;
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YamlNode::Kind kind) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (open_.size() >= static_cast<std::size_t>(limits_.depth)) {
      throw Refused{line_of(mark), column_of(mark),
                    fmt::format("nested deeper than {} levels", limits_.depth)};
    }
    const bool is_key = !open_.empty() && open_.back().node.is_map() && !open_.back().key;
    if (is_key) throw Refused{line_of(mark), column_of(mark), "a key must be a plain text"};
    open_.push_back({make(kind, mark), std::nullopt, {}});
  }

  void close() {
    YamlNode node = std::move(open_.back().node);
    open_.pop_back();
    add(std::move(node));
  }

  void add(YamlNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
    } else if (open_.back().node.is_list()) {
      open_.back().node.items.push_back(std::move(node));
    } else if (!open_.back().key) {
      add_key(std::move(node));
    } else {
      add_value(open_.back(), std::move(node));
    }
  }

  void add_key(YamlNode node) {
    if (!node.is_text()) throw Refused{node.line, node.column, "a key must be a plain text"};
    open_.back().key = std::move(node);
  }

  void add_value(Open& map, YamlNode value) {
    YamlNode key = std::move(*map.key);
    map.key.reset();
    const auto [first, is_new] = map.line_of_key.emplace(key.text, key.line);
    if (!is_new) {
      if (errors_->size() >= kMaxRepeated) {
        throw Refused{key.line, key.column, "so many keys are given twice that reading ends here"};
      }
      errors_->push_back(source_.at(
          key.line, key.column,
          fmt::format("`{}` is given twice, first in line {}", key.text, first->second)));
      return;
    }
    map.node.keys.push_back(std::move(key));
    map.node.items.push_back(std::move(value));
  }

  const base::SourceText& source_;
  const YamlLimits& limits_;
  base::Diagnostics* errors_;
  YamlNode root_;
  std::vector<Open> open_;
  std::size_t nodes_ = 0;
  int documents_ = 0;
};

std::optional<std::string> trouble_before_parsing(const std::string& text,
                                                  const YamlLimits& limits) {
  if (text.size() > limits.bytes) return fmt::format("is larger than {} bytes", limits.bytes);
  const bool other_unicode = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
  if (other_unicode || text.find('\0') != std::string::npos) return "is not a text in UTF-8";
  return std::nullopt;
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].text == key) return &items[i];
  }
  return nullptr;
}

std::string describe(const YamlNode& node) {
  constexpr std::size_t kShown = 40;
  switch (node.kind) {
    case YamlNode::Kind::kEmpty:
      return "nothing";
    case YamlNode::Kind::kList:
      return "a list";
    case YamlNode::Kind::kMap:
      return "a map";
    case YamlNode::Kind::kText:
      break;
  }
  return node.text.size() > kShown ? "`" + node.text.substr(0, kShown) + "`..."
                                   : "`" + node.text + "`";
}

std::optional<YamlNode> parse_yaml(const base::SourceText& source, const YamlLimits& limits,
                                   base::Diagnostics* errors) {
  if (const auto trouble = trouble_before_parsing(source.text(), limits)) {
    errors->push_back(source.at(0, 0, *trouble));
    return std::nullopt;
  }
  Builder builder(source, limits, errors);
  try {
    std::istringstream stream(source.text());
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.take();
  } catch (const Refused& refused) {
    errors->push_back(source.at(refused.line, refused.column, refused.text));
  } catch (const YAML::Exception& error) {
    errors->push_back(blank_missing_before(source, line_of(error.mark))
                          .value_or(source.at(line_of(error.mark), column_of(error.mark),
                                              translated(error.msg))));
  }
  return std::nullopt;
}

}  // namespace bankcheck::rubric
