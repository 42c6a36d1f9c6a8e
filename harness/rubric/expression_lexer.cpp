#include "rubric/expression_lexer.hpp"

#include <charconv>
#include <cmath>
#include <utility>

namespace bankcheck::rubric {
namespace {

using Kind = ExpressionToken::Kind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t name_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && (is_letter(text[length]) || is_digit(text[length]))) ++length;
  return length;
}

}  // namespace

ExpressionToken ExpressionLexer::make(Kind kind, std::size_t length) {
  ExpressionToken token;
  token.kind = kind;
  token.text = text_.substr(place_, length);
  token.column = static_cast<int>(place_) + 1;
  place_ += length;
  return token;
}

ExpressionToken ExpressionLexer::bad(std::size_t length, std::string trouble) {
  ExpressionToken token = make(Kind::kBad, length);
  token.trouble = std::move(trouble);
  return token;
}

ExpressionToken ExpressionLexer::number() {
  const std::string_view rest = text_.substr(place_);
  const bool hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
  // Everything that clings to the number, so that `12ab` and `1.2.3` are one bad number.
  std::size_t length = 0;
  while (length < rest.size() &&
         (is_digit(rest[length]) || is_letter(rest[length]) || rest[length] == '.')) {
    ++length;
  }
  const std::string_view word = rest.substr(0, length);
  const std::string_view digits = hexadecimal ? word.substr(2) : word;
  const char* const end = word.data() + word.size();
  std::int64_t integer = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, integer, hexadecimal ? 16 : 10);
  if (stop == end && !digits.empty() && error == std::errc::result_out_of_range) {
    return bad(length, "the number does not fit into 64 bits");
  }
  if (stop == end && error == std::errc()) {
    ExpressionToken token = make(Kind::kInteger, length);
    token.integer = integer;
    return token;
  }
  double real = 0;
  const auto [real_stop, real_error] =
      std::from_chars(word.data(), end, real, std::chars_format::fixed);
  if (hexadecimal || real_stop != end || real_error != std::errc() || !std::isfinite(real)) {
    return bad(length, "`" + std::string(word) + "` is not a number");
  }
  ExpressionToken token = make(Kind::kReal, length);
  token.number = real;
  return token;
}

ExpressionToken ExpressionLexer::next() {
  while (place_ < text_.size() && is_space(text_[place_])) ++place_;
  const std::string_view rest = text_.substr(place_);
  if (rest.empty()) return make(Kind::kEnd, 0);
  if (is_digit(rest[0])) return number();
  if (is_letter(rest[0])) return make(Kind::kName, name_length(rest));
  if (rest.starts_with("<<") || rest.starts_with(">>")) return make(Kind::kOperator, 2);
  if (std::string_view("|^&+-*/%~()[],").find(rest[0]) != std::string_view::npos) {
    return make(Kind::kOperator, 1);
  }
  return bad(1, "unexpected character");
}

std::string quoted(const ExpressionToken& token) {
  if (token.kind == Kind::kEnd) return "the end";
  return "`" + std::string(token.text) + "`";
}

}  // namespace bankcheck::rubric
