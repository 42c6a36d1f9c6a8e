#include "ptx/cursor.hpp"

#include "ptx/literal.hpp"

namespace bankcheck::ptx {
namespace {

// How much of a stranger's token a message repeats.
constexpr std::size_t kShownBytes = 60;

std::string shown(const Token& token) {
  if (token.kind == TokenKind::kEnd) return "the end of the text";
  if (token.text.size() <= kShownBytes) return "`" + std::string(token.text) + "`";
  return "`" + std::string(token.text.substr(0, kShownBytes)) + "...`";
}

}  // namespace

Token Cursor::next() {
  Token token = ahead_;
  ahead_ = lexer_.next();
  return token;
}

bool Cursor::accept(char punctuation) {
  if (!ahead_.is(punctuation)) return false;
  next();
  return true;
}

bool Cursor::accept(std::string_view directive) {
  if (!ahead_.is(directive)) return false;
  next();
  return true;
}

bool Cursor::expect(char punctuation) {
  if (accept(punctuation)) return true;
  report_expected(std::string("`") + punctuation + "`");
  return false;
}

std::optional<Token> Cursor::expect(TokenKind kind, std::string_view what) {
  if (ahead_.kind == kind) return next();
  report_expected(what);
  return std::nullopt;
}

std::optional<std::uint64_t> Cursor::expect_number(std::uint64_t limit, std::string_view what) {
  const auto token = expect(TokenKind::kInteger, what);
  if (!token) return std::nullopt;
  const auto value = integer_value(*token);
  if (value && *value <= limit) return value;
  log_.add(*token, std::string(what) + " must not be above " + std::to_string(limit));
  return std::nullopt;
}

void Cursor::report_expected(std::string_view what) {
  log_.add(ahead_, "expected " + std::string(what) + ", found " + shown(ahead_));
}

void Cursor::skip_statement() {
  std::size_t depth = 0;  // of the braces of vectors
  while (!at_end() && !(ahead_.is('}') && depth == 0)) {
    const Token token = next();
    if (token.is(';')) return;
    if (token.is('{')) ++depth;
    if (token.is('}')) --depth;
  }
}

void Cursor::skip_declaration() {
  while (!at_end() && ahead_.kind != TokenKind::kDirective) {
    if (next().is(';')) return;
  }
}

void Cursor::skip_braces() {
  std::size_t depth = 0;
  while (!at_end()) {
    const Token token = next();
    if (token.is('{')) ++depth;
    if (token.is('}') && --depth == 0) return;
  }
  report_expected("`}`");
}

}  // namespace bankcheck::ptx
