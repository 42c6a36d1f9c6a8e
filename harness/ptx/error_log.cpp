#include "ptx/error_log.hpp"

#include <algorithm>
#include <utility>

#include "ptx/limits.hpp"

namespace bankcheck::ptx {
namespace {

// A quoted line longer than this is left out: its caret would be off the screen anyway.
constexpr std::size_t kMaxQuotedLine = 400;

std::string_view line_around(std::string_view text, std::size_t offset) {
  const std::size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  return text.substr(start, end - start);
}

std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

}  // namespace

bool ErrorLog::full() const { return errors_.size() >= kMaxErrors; }

void ErrorLog::add(const Token& at, std::string what, std::uint32_t place, std::string reason) {
  if (!full()) add_always(at, std::move(what), place, std::move(reason));
}

void ErrorLog::add_always(const Token& at, std::string what, std::uint32_t place,
                          std::string reason) {
  errors_.push_back({at, std::move(what), place, std::move(reason)});
}

base::Diagnostics ErrorLog::diagnostics(std::string_view name,
                                        const std::vector<base::SourceLine>& lines) const {
  base::Diagnostics diagnostics;
  for (const Error& error : errors_) {
    const auto offset = static_cast<std::size_t>(error.at.text.data() - text_.data());
    const std::string_view quoted = line_around(text_, offset);
    const auto column = static_cast<std::size_t>(text_.data() + offset - quoted.data()) + 1;
    base::Diagnostic diagnostic;
    diagnostic.file = name;
    diagnostic.line = static_cast<int>(error.at.line);
    diagnostic.column = static_cast<int>(column);
    diagnostic.text = error.what;
    const base::SourceLine& line = lines[error.place];
    if (!line.file.empty()) {
      diagnostic.text +=
          " (" + std::string(base_name(line.file)) + ":" + std::to_string(line.line) + ")";
    }
    if (!error.reason.empty()) diagnostic.text += ": " + error.reason;
    if (quoted.size() <= kMaxQuotedLine) diagnostic.source_line = quoted;
    diagnostics.push_back(std::move(diagnostic));
  }
  return diagnostics;
}

}  // namespace bankcheck::ptx
