#include "ptx/lexer.hpp"

#include <algorithm>
#include <array>

namespace bankcheck::ptx {
namespace {

enum CharClass : std::uint8_t {
  kOther = 0,
  kBlank = 1,
  kLetter = 2,  // may start a word
  kDigit = 4,
  kHex = 8,
  kMark = 16,  // punctuation
};

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = classes[c - 'a' + 'A'] = kLetter;
  for (int c = 'a'; c <= 'f'; ++c) classes[c] = classes[c - 'a' + 'A'] = kLetter | kHex;
  for (int c = '0'; c <= '9'; ++c) classes[c] = kDigit | kHex;
  classes['_'] = classes['$'] = kLetter;
  for (const char c : std::string_view(" \t\r\n\f\v")) classes[static_cast<int>(c)] = kBlank;
  for (const char c : std::string_view(",;:()[]{}<>@!|+-=~*/&^?%")) {
    classes[static_cast<int>(c)] = kMark;
  }
  return classes;
}
constexpr auto kClasses = make_classes();

bool is(char c, std::uint8_t classes) {
  return (kClasses[static_cast<unsigned char>(c)] & classes) != 0;
}
bool is_word_part(char c) { return is(c, kLetter | kDigit); }

bool all(std::string_view text, std::uint8_t classes) {
  for (const char c : text) {
    if (!is(c, classes)) return false;
  }
  return !text.empty();
}

bool all_digits_below(std::string_view text, char limit) {
  for (const char c : text) {
    if (c < '0' || c >= limit) return false;
  }
  return !text.empty();
}

TokenKind decimal_kind(std::string_view text) {
  std::size_t i = 0;
  const auto skip_digits = [&] {
    const std::size_t start = i;
    while (i < text.size() && is(text[i], kDigit)) ++i;
    return i > start;
  };
  bool good = skip_digits();
  const std::size_t integer_digits = i;
  if (i < text.size() && text[i] == '.') {
    ++i;
    skip_digits();
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    good = good && skip_digits();
  }
  good = good && i > integer_digits && i == text.size();
  return good ? TokenKind::kDecimal : TokenKind::kBad;
}

TokenKind number_kind(std::string_view text) {
  const char second = text.size() > 1 && text[0] == '0' ? text[1] : '\0';
  if (second == 'f' || second == 'F') {
    return text.size() == 10 && all(text.substr(2), kHex) ? TokenKind::kFloat32 : TokenKind::kBad;
  }
  if (second == 'd' || second == 'D') {
    return text.size() == 18 && all(text.substr(2), kHex) ? TokenKind::kFloat64 : TokenKind::kBad;
  }
  std::string_view digits = text;
  if (digits.size() > 1 && digits.back() == 'U') digits.remove_suffix(1);
  bool good = false;
  if (second == 'x' || second == 'X') {
    good = all(digits.substr(2), kHex);
  } else if (second == 'b' || second == 'B') {
    good = all_digits_below(digits.substr(2), '2');
  } else if (second >= '0' && second <= '9' && all_digits_below(digits, '8')) {
    good = true;
  } else {
    good = all(digits, kDigit) && second == '\0';
  }
  return good || digits == "0" ? TokenKind::kInteger : decimal_kind(text);
}

}  // namespace

bool Lexer::skip_blanks_and_comments() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (is(c, kBlank)) {
      line_ += c == '\n';
      ++position_;
    } else if (c == '/' && at(1) == '/') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (c == '/' && at(1) == '*') {
      const std::size_t end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) return false;
      for (; position_ < end + 2; ++position_) line_ += text_[position_] == '\n';
    } else {
      break;
    }
  }
  return true;
}

Token Lexer::take(TokenKind kind, std::size_t length) {
  const Token token{kind, text_.substr(position_, length), line_};
  position_ += length;
  return token;
}

Token Lexer::next() {
  if (!skip_blanks_and_comments()) {
    const Token token{TokenKind::kBad, text_.substr(position_, 2), line_};
    position_ = text_.size();
    return token;
  }
  if (position_ == text_.size()) return {TokenKind::kEnd, text_.substr(position_), line_};
  const char c = text_[position_];
  if (is(c, kLetter) || (c == '%' && is(at(1), kLetter))) return word(1);
  if (c == '.' && is_word_part(at(1))) {
    std::size_t length = 2;
    while (is_word_part(at(length)) || (at(length) == ':' && at(length + 1) == ':')) {
      length += at(length) == ':' ? 2 : 1;
    }
    return take(TokenKind::kDirective, length);
  }
  if (is(c, kDigit)) return number();
  if (c == '"') return string();
  return take(is(c, kMark) ? TokenKind::kPunctuation : TokenKind::kBad, 1);
}

Token Lexer::word(std::size_t length) {
  bool dotted = false;
  while (true) {
    if (is_word_part(at(length))) {
      ++length;
    } else if (at(length) == '.' && is_word_part(at(length + 1))) {
      dotted = true;
      length += 2;
    } else if (dotted && at(length) == ':' && at(length + 1) == ':' &&
               is_word_part(at(length + 2))) {
      length += 3;
    } else {
      return take(TokenKind::kWord, length);
    }
  }
}

Token Lexer::number() {
  const bool is_hex = at(0) == '0' && (at(1) == 'x' || at(1) == 'X');
  std::size_t length = 1;
  while (true) {
    const char c = at(length);
    const char before = at(length - 1);
    const bool is_sign = !is_hex && (c == '+' || c == '-') && (before == 'e' || before == 'E') &&
                         is(at(length + 1), kDigit);
    if (!is_word_part(c) && !(c == '.' && !is_hex) && !is_sign) break;
    ++length;
  }
  return take(number_kind(text_.substr(position_, length)), length);
}

Token Lexer::string() {
  std::size_t length = 1;
  while (position_ + length < text_.size() && at(length) != '"' && at(length) != '\n') {
    length += at(length) == '\\' && at(length + 1) == '"' ? 2 : 1;
  }
  if (at(length) != '"') return take(TokenKind::kBad, 1);
  Token token = take(TokenKind::kString, length + 1);
  token.text = token.text.substr(1, length - 1);
  return token;
}

}  // namespace bankcheck::ptx
