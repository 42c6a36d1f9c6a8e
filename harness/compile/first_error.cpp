#include "compile/first_error.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/include_lines.hpp"

namespace bankcheck::compile {
namespace {

using Message = CompilerMessage;

bool is_error(const Message& message) { return message.kind == MessageKind::kError; }

/// The line that includes a file of this path, directly; 0 when none does.
int line_including(const base::SourceText& source, std::string_view path) {
  for (const base::IncludeLine& include : base::find_includes(source.text())) {
    if (!include.name.empty() && path.ends_with(include.name)) return include.line;
  }
  return 0;
}

int last_line(const base::SourceText& source) {
  const std::string& text = source.text();
  const auto newlines = std::count(text.begin(), text.end(), '\n');
  return static_cast<int>(newlines) + (text.ends_with('\n') ? 0 : 1);
}

int column_of(const Message& message, std::string_view source_line) {
  if (message.column > 0) return message.column;
  return map_caret(source_line, message.quoted_line, message.quoted_column);
}

/// The brace or the like that the front end names in a note after an error at the end of source.
base::Diagnostic at_end(const Message& message, const Message* next,
                        const SourceSnapshot& sources) {
  std::string text = message.text;
  if (next != nullptr && next->kind == MessageKind::kNote && next->line > 0) {
    text += fmt::format(" ({} on line {})", next->text, next->line);
  }
  const base::SourceText& source = sources.main();
  return source.at(std::max(last_line(source), 1), 0, std::move(text));
}

int to_number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The source line in force at a line of the PTX: the last `.loc FILE LINE COLUMN` above it.
int source_line_of_ptx(std::string_view ptx, int ptx_line) {
  int source_line = 0;
  std::size_t start = 0;
  for (int number = 1; number <= ptx_line && start < ptx.size(); ++number) {
    const std::size_t end = std::min(ptx.find('\n', start), ptx.size());
    std::string_view line = ptx.substr(start, end - start);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.starts_with(".loc")) {
      const std::size_t file = std::min(line.find_first_of("123456789"), line.size());
      const std::size_t gap = std::min(line.find_first_of(" \t", file), line.size());
      if (to_number(line.substr(file)) == 1 && gap + 1 < line.size()) {
        source_line = to_number(line.substr(gap + 1));
      }
    }
    start = end + 1;
  }
  return source_line;
}

base::Diagnostic in_assembler(const Message& message, const SourceSnapshot& sources,
                              std::string_view ptx) {
  const std::string text = "the assembler refuses this: " + message.text;
  return sources.main().at(message.line > 0 ? source_line_of_ptx(ptx, message.line) : 0, 0, text);
}

std::string_view without_indentation(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
  return line;
}

/// A `;` that is missed at the start of a line is missing at the end of the one before it. Which
/// that is, when nothing but blanks and comments lies in between.
std::string missing_before(const Message& message, const base::SourceText& source) {
  const std::string_view line = source.line(message.line);
  const auto start = static_cast<int>(line.size() - without_indentation(line).size()) + 1;
  if (message.text != "expected a \";\"" || column_of(message, line) != start) return "";
  for (int before = message.line - 1; before > 0; --before) {
    const std::string_view text = without_indentation(source.line(before));
    if (text.empty() || text.starts_with("//")) continue;
    return fmt::format(" (at the end of line {}?)", before);
  }
  return "";
}

base::Diagnostic locate(const Message& message, const Message* next, const SourceSnapshot& sources,
                        std::string_view ptx) {
  if (message.at_end_of_source) return at_end(message, next, sources);
  if (message.in_ptx) return in_assembler(message, sources, ptx);
  if (const base::SourceText* file = sources.find(message.file)) {
    return file->at(message.line, column_of(message, file->line(message.line)),
                    message.text + missing_before(message, *file));
  }
  const base::SourceText& source = sources.main();
  if (message.file.empty()) return source.at(0, 0, message.text);
  // A header that is not the student's, or a name that they forged with #line.
  const std::string text =
      fmt::format("{} (in {}, line {})", message.text, message.file, message.line);
  for (const IncludedFrom& place : message.included_from) {
    if (const base::SourceText* file = sources.find(place.file)) {
      return file->at(place.line, 0, text);
    }
  }
  return source.at(line_including(source, message.file), 0, text);
}

}  // namespace

std::optional<base::Diagnostic> first_error(const std::vector<Message>& messages,
                                            const SourceSnapshot& sources, std::string_view ptx) {
  const auto error = std::find_if(messages.begin(), messages.end(), is_error);
  if (error == messages.end()) return std::nullopt;
  const Message* next = error + 1 == messages.end() ? nullptr : &*(error + 1);
  return locate(*error, next, sources, ptx);
}

std::string first_text(const std::vector<Message>& messages) {
  const auto error = std::find_if(messages.begin(), messages.end(), is_error);
  return error == messages.end() ? "" : error->text;
}

bool blames_unit(const std::vector<Message>& messages, std::string_view unit_file) {
  const auto error = std::find_if(messages.begin(), messages.end(), is_error);
  return error != messages.end() && (error->file == unit_file || error->at_end_of_source);
}

}  // namespace bankcheck::compile
