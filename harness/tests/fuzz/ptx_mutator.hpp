// Changes PTX text so that it mostly stays PTX: for fuzz targets of what runs behind the parser.
#pragma once

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace bankcheck::fuzz {

/// Mutates a text by whole words and whole lines, each taken from the text itself.
class PtxMutator {
 public:
  PtxMutator(std::string_view text, std::uint32_t seed) : random_(seed) { cut(text); }

  std::string mutate() {
    for (std::size_t changes = 1 + pick(4); changes > 0; --changes) change();
    std::string text;
    for (const Line& line : lines_) {
      for (const std::string& word : line) text += word;
      text += '\n';
    }
    return text;
  }

 private:
  using Line = std::vector<std::string>;

  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%' || c == '$';
  }

  void cut(std::string_view text) {
    Line line;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at + 1;
      while (is_word(text[at]) && end < text.size() && is_word(text[end])) ++end;
      if (text[at] == '\n') {
        lines_.push_back(std::move(line));
        line.clear();
      } else {
        line.emplace_back(text.substr(at, end - at));
      }
      at = end;
    }
    lines_.push_back(std::move(line));
  }

  std::size_t pick(std::size_t count) { return count == 0 ? 0 : random_() % count; }

  void change() {
    const std::size_t at = pick(lines_.size());
    const Line other = lines_[pick(lines_.size())];
    const auto place = lines_.begin() + static_cast<std::ptrdiff_t>(at);
    switch (pick(8)) {
      case 0:
        lines_.insert(place, other);
        return;
      case 1:
        if (lines_.size() > 1) lines_.erase(place);
        return;
      case 2:
        std::swap(lines_[at], lines_[pick(lines_.size())]);
        return;
      case 3:
        if (!lines_[at].empty()) lines_[at][pick(lines_[at].size())] = number();
        return;
      default:
        if (lines_[at].empty() || other.empty()) return;
        lines_[at][pick(lines_[at].size())] = other[pick(other.size())];
    }
  }

  /// One that tends to be at an edge.
  std::string number() {
    constexpr std::int64_t kEdges[] = {
        0,  1,  -1, 2,   3,   4,   7,    8,     15,    16,         31,          32,
        33, 63, 64, 127, 128, 255, 1024, 49152, 65535, 2147483647, -2147483648, 4294967295};
    return std::to_string(kEdges[pick(std::size(kEdges))]);
  }

  std::mt19937 random_;
  std::vector<Line> lines_;
};

}  // namespace bankcheck::fuzz
