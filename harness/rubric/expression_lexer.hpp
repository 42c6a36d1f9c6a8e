// Cuts the text of an expression into numbers, names and operators; not for users of Expression.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bankcheck::rubric {

struct ExpressionToken {
  enum class Kind : std::uint8_t { kInteger, kReal, kName, kOperator, kEnd, kBad };
  Kind kind = Kind::kEnd;
  std::string_view text;
  int column = 0;  ///< from 1
  std::int64_t integer = 0;
  double number = 0;
  std::string trouble;  ///< of a bad token: what is wrong with it
};

class ExpressionLexer {
 public:
  explicit ExpressionLexer(std::string_view text) : text_(text) {}
  ExpressionToken next();

 private:
  ExpressionToken make(ExpressionToken::Kind kind, std::size_t length);
  ExpressionToken bad(std::size_t length, std::string trouble);
  ExpressionToken number();

  std::string_view text_;
  std::size_t place_ = 0;
};

/// A token as messages quote it: `+`, or "the end".
std::string quoted(const ExpressionToken& token);

}  // namespace bankcheck::rubric
