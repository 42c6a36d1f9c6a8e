// PTX text to tokens, one at a time.
#pragma once

#include <cstdint>
#include <string_view>

namespace bankcheck::ptx {

enum class TokenKind : std::uint8_t {
  kEnd,
  kWord,       ///< `ld.global.u32`, `%r1`, `$L__BB0_2`: dotted parts belong to the word
  kDirective,  ///< `.reg`, with its dot
  kInteger,    ///< `12`, `0x1F`, `017`, `0b101`, with or without `U`
  kFloat32,    ///< `0f3F800000`
  kFloat64,    ///< `0d3FF0000000000000`
  kDecimal,    ///< `1.5`, `1e-3`
  kString,     ///< without its quotes
  kPunctuation,
  kBad,  ///< a character or a number that PTX does not have, or a text without its end
};

/// A token; `text` points into the text being read.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
  std::uint32_t line = 1;

  bool is(char punctuation) const {
    return kind == TokenKind::kPunctuation && text.front() == punctuation;
  }
  bool is(std::string_view directive) const {
    return kind == TokenKind::kDirective && text == directive;
  }
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  /// The next token; kEnd for ever after the last.
  Token next();

 private:
  bool skip_blanks_and_comments();
  Token word(std::size_t length);
  Token number();
  Token string();
  Token take(TokenKind kind, std::size_t length);
  char at(std::size_t offset) const {
    return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace bankcheck::ptx
