// A token stream with one token of look-ahead, and the small questions that every rule asks of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ptx/error_log.hpp"
#include "ptx/lexer.hpp"

namespace bankcheck::ptx {

class Cursor {
 public:
  Cursor(std::string_view text, ErrorLog& log) : lexer_(text), log_(log), ahead_(lexer_.next()) {}

  const Token& peek() const { return ahead_; }
  Token next();
  bool at_end() const { return ahead_.kind == TokenKind::kEnd; }

  /// Takes the token when it is this one.
  bool accept(char punctuation);
  bool accept(std::string_view directive);
  /// Takes this punctuation, or reports what stands there instead.
  bool expect(char punctuation);
  std::optional<Token> expect(TokenKind kind, std::string_view what);
  /// An integer in [0, limit].
  std::optional<std::uint64_t> expect_number(std::uint64_t limit, std::string_view what);

  /// Reports "expected …, found …" at the next token.
  void report_expected(std::string_view what);
  /// Passes over everything up to and including the next `;`, or up to a `}` that closes more
  /// than it passed.
  void skip_statement();
  /// Passes over everything up to and including the next `;`, or up to the next directive: braces
  /// of an initialiser do not matter.
  void skip_declaration();
  /// Passes over a balanced `{…}`; the opening brace is next.
  void skip_braces();

 private:
  Lexer lexer_;
  ErrorLog& log_;
  Token ahead_;
};

}  // namespace bankcheck::ptx
