#include "base/diagnostic.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/escape.hpp"

namespace bankcheck::base {
namespace {

/// Bytes of a source line that are quoted on either side of the caret.
constexpr std::size_t kQuoteReach = 100;

const char* name(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
  }
  return "error";
}

std::string place(const Diagnostic& diagnostic) {
  std::string text = escape_terminal(diagnostic.file);
  if (diagnostic.line > 0) text += fmt::format(":{}", diagnostic.line);
  if (diagnostic.line > 0 && diagnostic.column > 0) text += fmt::format(":{}", diagnostic.column);
  if (!text.empty()) text += ": ";
  return text;
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0u) == 0x80u; }

/// Tabs would move the caret away from what it points at, so they become single spaces.
std::string escape_for_caret(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '\t', ' ');
  return escape_terminal(spaced, spaced.size());
}

/// The source line, or the part of a long one around the column, with a caret below.
std::string quote(std::string_view line, int column) {
  const std::size_t caret =
      std::min(line.size(), static_cast<std::size_t>(std::max(column, 1)) - 1);
  std::size_t from = caret > kQuoteReach ? caret - kQuoteReach : 0;
  while (from > 0 && continues_character(line[from])) --from;
  std::size_t to = std::min(line.size(), caret + kQuoteReach);
  while (to < line.size() && continues_character(line[to])) ++to;

  const std::string head =
      (from > 0 ? "..." : "") + escape_for_caret(line.substr(from, caret - from));
  const std::string tail =
      escape_for_caret(line.substr(caret, to - caret)) + (to < line.size() ? "..." : "");
  std::string text = "  " + head + tail + "\n";
  if (column > 0) {
    const auto shown = std::count_if(head.begin(), head.end(),
                                     [](char byte) { return !continues_character(byte); });
    text += "  " + std::string(static_cast<std::size_t>(shown), ' ') + "^\n";
  }
  return text;
}

}  // namespace

Diagnostic plain_error(std::string text) { return error_in({}, std::move(text)); }

Diagnostic error_in(std::string file, std::string text, int line) {
  return {Severity::kError, std::move(file), line, 0, std::move(text), {}};
}

SourceText::SourceText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), line_starts_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

std::string_view SourceText::line(int number) const {
  if (number < 1 || static_cast<std::size_t>(number) > line_starts_.size()) return {};
  const std::size_t start = line_starts_[static_cast<std::size_t>(number) - 1];
  std::string_view line = std::string_view(text_).substr(start);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

Diagnostic SourceText::at(int line_number, int column, std::string text, Severity severity) const {
  return {severity, name_, line_number, column, std::move(text), std::string(line(line_number))};
}

std::string render(const Diagnostic& diagnostic) {
  std::string text = fmt::format("{}{}: {}\n", place(diagnostic), name(diagnostic.severity),
                                 escape_terminal(diagnostic.text));
  if (!diagnostic.source_line.empty()) text += quote(diagnostic.source_line, diagnostic.column);
  return text;
}

std::string render(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += render(diagnostic);
  return text;
}

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::kError;
  });
}

}  // namespace bankcheck::base
