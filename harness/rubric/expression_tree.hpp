// The parsed form of an expression, shared by its parser and its compiler; not for other users.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bankcheck::rubric {

enum class Op : std::uint8_t {
  kInteger,  ///< a literal
  kReal,     ///< a literal
  kName,
  kElement,  ///< children: index
  kSum,      ///< children: from, to, body
  kToReal,
  kNegate,
  kComplement,
  kOr,
  kXor,
  kAnd,
  kShiftLeft,
  kShiftRight,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kGcd,
  kMin,
  kMax,
};

/// One part of an expression. Parts lie in one array, children before their parents, and name each
/// other by index, so that a deep tree costs no recursion to take down.
struct ExpressionPart {
  Op op = Op::kInteger;
  bool real = false;  ///< a double; else an integer
  int column = 0;     ///< from 1, of the part's operator or first character
  std::int64_t integer = 0;
  double number = 0;
  std::string name = {};  ///< of a name, an input or a sum's variable
  int child[3] = {-1, -1, -1};
};

struct ExpressionTree {
  std::vector<ExpressionPart> parts;
  int root = 0;

  const ExpressionPart& at(int index) const { return parts[static_cast<std::size_t>(index)]; }
};

}  // namespace bankcheck::rubric
