#include "rubric/expression_operations.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bankcheck::rubric {
namespace {

using Int = std::int64_t;

std::uint64_t bits(Int value) { return static_cast<std::uint64_t>(value); }
Int wrapped(std::uint64_t value) { return static_cast<Int>(value); }

Int gcd(Int a, Int b) {
  std::uint64_t x = a < 0 ? 0 - bits(a) : bits(a);
  std::uint64_t y = b < 0 ? 0 - bits(b) : bits(b);
  while (y != 0) x = std::exchange(y, x % y);
  return wrapped(x);
}

bool fit_32_bits(Int a, Int b) { return ((bits(a) | bits(b)) >> 32) == 0; }

// 32-bit division is several times quicker than 64-bit division on many processors.
Int quotient(Int a, Int b) {
  if (fit_32_bits(a, b)) return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
  return b == -1 ? wrapped(0 - bits(a)) : a / b;
}

Int remainder(Int a, Int b) {
  if (fit_32_bits(a, b)) return static_cast<std::uint32_t>(a) % static_cast<std::uint32_t>(b);
  return b == -1 ? 0 : a % b;
}

/// `function` of the same member of both operands, lane by lane.
template <auto kMember, class Function>
void map(const Operand& a, const Operand& b, Slot* result, int lanes, Function function) {
  if (a.varies && b.varies) {
    for (int i = 0; i < lanes; ++i) {
      result[i].*kMember = function(a.slots[i].*kMember, b.slots[i].*kMember);
    }
  } else if (a.varies) {
    const auto y = b.slots->*kMember;
    for (int i = 0; i < lanes; ++i) result[i].*kMember = function(a.slots[i].*kMember, y);
  } else if (b.varies) {
    const auto x = a.slots->*kMember;
    for (int i = 0; i < lanes; ++i) result[i].*kMember = function(x, b.slots[i].*kMember);
  } else {
    result->*kMember = function(a.slots->*kMember, b.slots->*kMember);
  }
}

template <auto kFunction>
void integers(const Operand& a, const Operand& b, Slot* result, int lanes) {
  map<&Slot::integer>(a, b, result, lanes, [](Int x, Int y) { return kFunction(x, y); });
}

template <auto kFunction>
void reals(const Operand& a, const Operand& b, Slot* result, int lanes) {
  map<&Slot::real>(a, b, result, lanes, [](double x, double y) { return kFunction(x, y); });
}

/// Most moduli are a power of two for all lanes, which needs no division.
void remainders(const Operand& a, const Operand& b, Slot* result, int lanes) {
  const Int modulus = b.slots->integer;
  if (b.varies || modulus < 1 || (modulus & (modulus - 1)) != 0) {
    map<&Slot::integer>(a, b, result, lanes, remainder);
    return;
  }
  map<&Slot::integer>(a, b, result, lanes, [modulus](Int x, Int) {
    const Int low = x & (modulus - 1);
    return x < 0 && low != 0 ? low - modulus : low;
  });
}

struct Operation {
  Op op;
  LaneFunction on_integers;
  LaneFunction on_reals;
};

constexpr Operation kOperations[] = {
    {Op::kNegate, integers<[](Int x, Int) { return wrapped(0 - bits(x)); }>,
     reals<[](double x, double) { return -x; }>},
    {Op::kComplement, integers<[](Int x, Int) { return ~x; }>, nullptr},
    {Op::kOr, integers<[](Int x, Int y) { return x | y; }>, nullptr},
    {Op::kXor, integers<[](Int x, Int y) { return x ^ y; }>, nullptr},
    {Op::kAnd, integers<[](Int x, Int y) { return x & y; }>, nullptr},
    {Op::kShiftLeft, integers<[](Int x, Int y) { return wrapped(bits(x) << y); }>, nullptr},
    {Op::kShiftRight, integers<[](Int x, Int y) { return (x >> y); }>, nullptr},
    {Op::kAdd, integers<[](Int x, Int y) { return wrapped(bits(x) + bits(y)); }>,
     reals<[](double x, double y) { return x + y; }>},
    {Op::kSubtract, integers<[](Int x, Int y) { return wrapped(bits(x) - bits(y)); }>,
     reals<[](double x, double y) { return x - y; }>},
    {Op::kMultiply, integers<[](Int x, Int y) { return wrapped(bits(x) * bits(y)); }>,
     reals<[](double x, double y) { return x * y; }>},
    {Op::kDivide, integers<quotient>, reals<[](double x, double y) { return x / y; }>},
    {Op::kRemainder, remainders, nullptr},
    {Op::kGcd, integers<gcd>, nullptr},
    {Op::kMin, integers<[](Int x, Int y) { return std::min(x, y); }>,
     reals<[](double x, double y) { return std::fmin(x, y); }>},
    {Op::kMax, integers<[](Int x, Int y) { return std::max(x, y); }>,
     reals<[](double x, double y) { return std::fmax(x, y); }>},
};

const Operation* find(Op op) {
  for (const Operation& operation : kOperations) {
    if (operation.op == op) return &operation;
  }
  return nullptr;
}

}  // namespace

LaneFunction integer_operation(Op op) {
  const Operation* operation = find(op);
  return operation == nullptr ? nullptr : operation->on_integers;
}

LaneFunction real_operation(Op op) {
  const Operation* operation = find(op);
  return operation == nullptr ? nullptr : operation->on_reals;
}

}  // namespace bankcheck::rubric
