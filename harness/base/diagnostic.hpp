// What was wrong with an input, where, in words for the person who wrote it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bankcheck::base {

enum class Severity { kError, kWarning, kNote };

/// One remark about an input. `line` and `column` count from 1; 0 means the remark has no place.
struct Diagnostic {
  Severity severity = Severity::kError;
  std::string file;
  int line = 0;
  int column = 0;
  std::string text;
  /// The line of the input that `line` names, for the caret. Empty when unknown.
  std::string source_line;
};

using Diagnostics = std::vector<Diagnostic>;

/// An error that is about no input in particular.
Diagnostic plain_error(std::string text);
/// An error in a file, or about it. `line` counts from 1; 0 means the whole file.
Diagnostic error_in(std::string file, std::string text, int line = 0);

/// An input text with its name, cut into lines once, so that diagnostics can quote it.
class SourceText {
 public:
  SourceText(std::string name, std::string text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  /// Line `number`, from 1, without its newline; empty when the text has no such line.
  std::string_view line(int number) const;
  /// A diagnostic at a place of this text, with the line quoted.
  Diagnostic at(int line, int column, std::string text, Severity severity = Severity::kError) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<size_t> line_starts_;
};

/// `file:line:col: error: text`, then the source line and a caret. Everything that came from the
/// input is escaped for a terminal (see escape.hpp). Ends with a newline.
std::string render(const Diagnostic& diagnostic);
std::string render(const Diagnostics& diagnostics);

bool has_errors(const Diagnostics& diagnostics);

}  // namespace bankcheck::base
