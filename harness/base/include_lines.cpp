#include "base/include_lines.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace bankcheck::base {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The text with comments replaced by spaces; strings are known, so that they hide no comment.
std::string without_comments(std::string_view text) {
  std::string plain(text);
  enum { kCode, kLineComment, kBlockComment, kString } state = kCode;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (state == kCode && c == '/' && (next == '/' || next == '*')) {
      state = next == '/' ? kLineComment : kBlockComment;
      plain[i] = plain[i + 1] = ' ';
      ++i;
    } else if (state == kCode && c == '"') {
      state = kString;
    } else if (state == kString) {
      if (c == '\\' && next != '\n') ++i;
      if (c == '"' || c == '\n') state = kCode;
    } else if (state == kLineComment || state == kBlockComment) {
      const bool closes = state == kBlockComment && c == '*' && next == '/';
      if (c != '\n') plain[i] = ' ';
      if (closes) plain[++i] = ' ';
      if (closes || (state == kLineComment && c == '\n')) state = kCode;
    }
  }
  return plain;
}

void skip_blanks(std::string_view line, std::size_t* at) {
  while (*at < line.size() && (line[*at] == ' ' || line[*at] == '\t')) ++*at;
}

std::optional<IncludeLine> parse_include(std::string_view line) {
  std::size_t at = 0;
  skip_blanks(line, &at);
  if (at < line.size() && line[at] == '#') {
    ++at;
  } else if (line.substr(at, 2) == "%:") {
    at += 2;
  } else {
    return std::nullopt;
  }
  skip_blanks(line, &at);
  std::size_t end = at;
  while (end < line.size() && is_word(line[end])) ++end;
  const std::string_view directive = line.substr(at, end - at);
  if (directive != "include" && directive != "include_next" && directive != "import") {
    return std::nullopt;
  }
  at = end;
  skip_blanks(line, &at);
  if (at >= line.size() || (line[at] != '"' && line[at] != '<')) return std::nullopt;
  const bool angled = line[at] == '<';
  const std::size_t close = line.find(angled ? '>' : '"', at + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return IncludeLine{0, static_cast<int>(at) + 1, std::string(line.substr(at + 1, close - at - 1)),
                     angled};
}

}  // namespace

std::vector<IncludeLine> find_includes(std::string_view text) {
  // Names in quotes and brackets are taken from the text itself: `//` in one is no comment.
  const std::string plain = without_comments(text);
  std::vector<IncludeLine> includes;
  int number = 0;
  for (std::size_t start = 0; start <= plain.size();) {
    const std::size_t end = std::min(plain.find('\n', start), plain.size());
    ++number;
    if (auto include = parse_include(std::string_view(plain).substr(start, end - start))) {
      include->line = number;
      includes.push_back(std::move(*include));
    }
    start = end + 1;
  }
  return includes;
}

}  // namespace bankcheck::base
