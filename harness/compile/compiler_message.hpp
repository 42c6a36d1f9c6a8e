// What nvcc, its front end, the host compiler's preprocessor and ptxas say, parsed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bankcheck::compile {

struct IncludedFrom {
  std::string file;
  int line = 0;
};

enum class MessageKind { kError, kWarning, kNote };

/// One message. `line` and `column` count from 1, 0 when not said.
struct CompilerMessage {
  MessageKind kind = MessageKind::kError;
  std::string file;  ///< as the compiler spells it; empty when not said
  int line = 0;
  int column = 0;
  std::string text;
  bool at_end_of_source = false;
  bool in_ptx = false;  ///< from ptxas: `line` is one of the PTX
  /// The line that the front end quotes below its message, and the column of its caret: macros
  /// such as `__global__` are expanded in it. Empty when it quotes none.
  std::string quoted_line;
  int quoted_column = 0;
  /// The `#include` lines that lead to `file`, the innermost first, as far as they are said.
  std::vector<IncludedFrom> included_from;
};

std::vector<CompilerMessage> parse_messages(std::string_view log);

/// The column of `source_line` that a caret below the expanded `quoted_line` points at; 0 when the
/// two lines do not end alike from there on.
int map_caret(std::string_view source_line, std::string_view quoted_line, int quoted_column);

}  // namespace bankcheck::compile
