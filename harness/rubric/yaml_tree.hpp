// YAML from a stranger to a small tree in which everything has its place.
//
// What a rubric or an answers file never needs is refused before it can do harm: anchors and
// aliases (a few lines of them stand for billions of nodes), tags, keys that are not plain texts, a
// second document, deep nesting. A key that comes twice in a map is an error, which yaml-cpp lets
// pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace bankcheck::rubric {

struct YamlNode {
  enum class Kind : std::uint8_t { kEmpty, kText, kList, kMap };
  Kind kind = Kind::kEmpty;
  int line = 0;  ///< from 1, as columns; of an empty value: its key's
  int column = 0;
  bool quoted = false;  ///< a text in quotes or a block text: never a number or a blank
  std::string text;
  std::vector<YamlNode> keys;   ///< of a map, in the order of the file, each once
  std::vector<YamlNode> items;  ///< of a list, or a map's values

  bool is_text() const { return kind == Kind::kText; }
  bool is_list() const { return kind == Kind::kList; }
  bool is_map() const { return kind == Kind::kMap; }
  /// A map's value; null when the map has no such key or this is no map.
  const YamlNode* find(std::string_view key) const;
};

/// "a list", "a map", "nothing" or the text in backquotes: for "wants a number, found a list".
std::string describe(const YamlNode& node);

struct YamlLimits {
  std::size_t bytes = std::size_t{256} << 10;
  int depth = 24;
  std::size_t nodes = 20'000;
};

/// `nullopt` when the text cannot be read to its end. Errors that leave a tree (a key given twice,
/// whose first value is kept) come with it, so that they can be shown together with what the tree's
/// reader finds. An empty text is an empty node.
std::optional<YamlNode> parse_yaml(const base::SourceText& source, const YamlLimits& limits,
                                   base::Diagnostics* errors);

}  // namespace bankcheck::rubric
