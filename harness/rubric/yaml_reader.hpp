// Takes typed values out of a YAML tree and says what does not fit, at its place.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "rubric/yaml_tree.hpp"

namespace bankcheck::rubric {

/// A text as a finite number in [low, high], or why it is none: "wants a number, found `8x`".
struct NumberReading {
  std::optional<double> value;
  std::string trouble;
};
NumberReading read_number(const YamlNode& node, double low, double high);

/// Reads single values. `what` names the value in messages (a key in backquotes); after an error
/// the result is empty and the error is kept.
class YamlReader {
 public:
  static constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

  YamlReader(const base::SourceText& source, base::Diagnostics* errors)
      : source_(source), errors_(errors) {}

  const base::SourceText& source() const { return source_; }
  void error(const YamlNode& node, std::string text);
  /// At a place within the node's text: `column` counts from 1 from the start of the text.
  void error_within(const YamlNode& node, int column, std::string text);
  /// Errors so far, those that were not kept included.
  std::size_t error_count() const { return errors_->size() + not_kept_; }
  std::size_t not_kept() const { return not_kept_; }

  std::optional<std::string> text(const YamlNode& node, const std::string& what);
  std::optional<std::int64_t> integer(const YamlNode& node, const std::string& what,
                                      std::int64_t low = kLowest, std::int64_t high = kHighest);
  std::optional<double> number(const YamlNode& node, const std::string& what, double low,
                               double high);
  std::optional<bool> boolean(const YamlNode& node, const std::string& what);
  /// The place in `names` of the text.
  std::optional<std::size_t> choice(const YamlNode& node, const std::string& what,
                                    const std::vector<std::string>& names);
  /// The items of a list; an error and none when it is no list or, unless `may_be_empty`, is empty.
  const std::vector<YamlNode>& list(const YamlNode& node, const std::string& what,
                                    bool may_be_empty = false);

 private:
  /// Each error holds its line, which may be as long as the file.
  static constexpr std::size_t kMaxKept = 200;

  void keep(int line, int column, std::string text);

  const base::SourceText& source_;
  base::Diagnostics* errors_;
  std::size_t not_kept_ = 0;
};

enum class Need : std::uint8_t { kOptional, kRequired };

/// Reads the values of one map; `finish` reports the keys that nobody asked for.
class MapReader {
 public:
  /// `what` names the map: "a kernel". When the node is no map, that is an error, and the only one.
  MapReader(YamlReader& reader, const YamlNode& node, std::string what);

  const YamlNode& node() const { return node_; }
  /// Null when the key is not there; for a required one that is an error.
  const YamlNode* find(const std::string& key, Need need = Need::kOptional);
  /// Set `*out` when the key is there and its value is fit; true when `*out` was set.
  bool text(const std::string& key, std::string* out, Need need = Need::kOptional);
  bool integer(const std::string& key, std::int64_t* out, std::int64_t low, std::int64_t high,
               Need need = Need::kOptional);
  bool number(const std::string& key, double* out, double low, double high,
              Need need = Need::kOptional);
  bool boolean(const std::string& key, bool* out);
  /// A key that somebody else has read.
  void accept(const std::string& key) { known_.push_back(key); }
  void finish();

 private:
  YamlReader& reader_;
  const YamlNode& node_;
  std::string what_;
  std::vector<std::string> known_;
};

}  // namespace bankcheck::rubric
