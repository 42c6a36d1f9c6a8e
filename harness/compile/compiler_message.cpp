#include "compile/compiler_message.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace bankcheck::compile {
namespace {

struct Label {
  std::string_view text;
  MessageKind kind;
};

constexpr std::array kLabels = {
    Label{"catastrophic error", MessageKind::kError},
    Label{"fatal error", MessageKind::kError},
    Label{"internal error", MessageKind::kError},
    Label{"internal compiler error", MessageKind::kError},
    Label{"error", MessageKind::kError},
    Label{"warning", MessageKind::kWarning},
    Label{"remark", MessageKind::kNote},
    Label{"note", MessageKind::kNote},
    Label{"fatal", MessageKind::kError},
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

int to_number(std::string_view digits) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() && value > 0 ? value : 0;
}

/// `error: text`, `warning #177-D: text`, `error   : text`.
std::optional<CompilerMessage> parse_label(std::string_view text) {
  text = trimmed(text);
  for (const Label& label : kLabels) {
    if (!text.starts_with(label.text)) continue;
    std::string_view rest = trimmed(text.substr(label.text.size()));
    if (rest.starts_with('#')) rest = trimmed(rest.substr(std::min(rest.find(':'), rest.size())));
    if (!rest.starts_with(':')) continue;
    CompilerMessage message;
    message.kind = label.kind;
    message.text = trimmed(rest.substr(1));
    return message;
  }
  return std::nullopt;
}

/// `FILE(LINE): error: text`
std::optional<CompilerMessage> parse_front_end(std::string_view line) {
  for (std::size_t at = line.find("): "); at != std::string_view::npos;
       at = line.find("): ", at + 1)) {
    const std::size_t open = line.rfind('(', at);
    if (open == std::string_view::npos || open == 0) continue;
    const int number = to_number(line.substr(open + 1, at - open - 1));
    auto message = parse_label(line.substr(at + 3));
    if (number == 0 || !message) continue;
    message->file = line.substr(0, open);
    message->line = number;
    return message;
  }
  return std::nullopt;
}

/// `FILE:LINE:COLUMN: error: text` and `FILE:LINE: error: text`
std::optional<CompilerMessage> parse_preprocessor(std::string_view line) {
  for (std::size_t at = line.find(": "); at != std::string_view::npos;
       at = line.find(": ", at + 1)) {
    auto message = parse_label(line.substr(at + 2));
    const std::size_t colon = line.rfind(':', at - (at > 0));
    if (!message || colon == std::string_view::npos || colon == at) continue;
    const int last = to_number(line.substr(colon + 1, at - colon - 1));
    if (last == 0) continue;
    const std::size_t before = colon == 0 ? std::string_view::npos : line.rfind(':', colon - 1);
    const int first = before == std::string_view::npos
                          ? 0
                          : to_number(line.substr(before + 1, colon - before - 1));
    message->file = line.substr(0, first > 0 ? before : colon);
    message->line = first > 0 ? first : last;
    message->column = first > 0 ? last : 0;
    return message;
  }
  return std::nullopt;
}

/// `ptxas FILE, line N; error   : text` and `ptxas fatal   : text`
std::optional<CompilerMessage> parse_assembler(std::string_view line) {
  if (!line.starts_with("ptxas ")) return std::nullopt;
  line.remove_prefix(6);
  const std::size_t place = line.find(", line ");
  const std::size_t end = line.find("; ");
  if (place == std::string_view::npos || end == std::string_view::npos || end < place) {
    auto message = parse_label(line);
    if (message) message->in_ptx = true;
    return message;
  }
  auto message = parse_label(line.substr(end + 2));
  if (!message) return std::nullopt;
  message->in_ptx = true;
  message->line = to_number(line.substr(place + 7, end - place - 7));
  return message;
}

/// `cc1plus: fatal error: text`
std::optional<CompilerMessage> parse_program(std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || line.substr(0, colon).find(' ') < colon) {
    return std::nullopt;
  }
  return parse_label(line.substr(colon + 2));
}

/// `In file included from FILE:LINE,` and the lines `from FILE:LINE:` below it.
std::optional<IncludedFrom> parse_included_from(std::string_view line) {
  constexpr std::string_view kFirst = "In file included from ";
  constexpr std::string_view kMore = "from ";
  if (line.starts_with(kFirst)) {
    line.remove_prefix(kFirst.size());
  } else if (line.starts_with(' ') && trimmed(line).starts_with(kMore)) {
    line = trimmed(line).substr(kMore.size());
  } else {
    return std::nullopt;
  }
  while (line.ends_with(',') || line.ends_with(':')) line.remove_suffix(1);
  const std::size_t colon = line.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const int number = to_number(line.substr(colon + 1));
  if (number == 0) return std::nullopt;
  return IncludedFrom{std::string(line.substr(0, colon)), number};
}

std::optional<CompilerMessage> parse_line(std::string_view line) {
  constexpr std::string_view kEnd = "At end of source: ";
  if (line.starts_with(' ')) return std::nullopt;
  if (auto message = parse_assembler(line)) return message;
  if (line.starts_with("nvcc ")) return parse_label(line.substr(5));
  if (line.starts_with(kEnd)) {
    auto message = parse_label(line.substr(kEnd.size()));
    if (message) message->at_end_of_source = true;
    return message;
  }
  if (auto message = parse_front_end(line)) return message;
  if (auto message = parse_preprocessor(line)) return message;
  if (auto message = parse_program(line)) return message;
  return parse_label(line);
}

/// Takes the quoted line and the caret below it out of the lines that follow a message.
void attach_quote(const std::vector<std::string_view>& lines, std::size_t at,
                  CompilerMessage* message) {
  constexpr std::size_t kReach = 8;
  constexpr std::size_t kIndent = 2;  // the front end shifts what it quotes
  for (std::size_t i = at + 2; i < lines.size() && i < at + kReach; ++i) {
    if (lines[i].empty() || !lines[i - 1].starts_with(' ')) return;
    if (trimmed(lines[i]) != "^" || lines[i - 1].size() < kIndent) continue;
    message->quoted_line = lines[i - 1].substr(kIndent);
    message->quoted_column = static_cast<int>(lines[i].find('^')) - static_cast<int>(kIndent) + 1;
    return;
  }
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

}  // namespace

std::vector<CompilerMessage> parse_messages(std::string_view log) {
  const std::vector<std::string_view> lines = split_lines(log);
  std::vector<CompilerMessage> messages;
  std::vector<IncludedFrom> included_from;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (auto place = parse_included_from(lines[i])) included_from.push_back(std::move(*place));
    auto message = parse_line(lines[i]);
    if (!message) continue;
    message->included_from = std::exchange(included_from, {});
    if (message->column == 0 && message->line > 0) attach_quote(lines, i, &*message);
    messages.push_back(std::move(*message));
  }
  return messages;
}

int map_caret(std::string_view source_line, std::string_view quoted_line, int quoted_column) {
  if (quoted_column < 1 || static_cast<std::size_t>(quoted_column) > quoted_line.size()) return 0;
  const std::string_view rest = quoted_line.substr(static_cast<std::size_t>(quoted_column) - 1);
  if (!source_line.ends_with(rest)) return 0;
  return static_cast<int>(source_line.size() - rest.size()) + 1;
}

}  // namespace bankcheck::compile
