// Comparisons, predicate logic and selection.

enum class Compare { kEq, kNe, kLt, kLe, kGt, kGe, kEqu, kNeu, kLtu, kLeu, kGtu, kGeu, kNum, kNan };

template <Compare kCompare, class T>
inline bool compare(T a, T b) {
  if constexpr (kCompare == Compare::kEq) return a == b;
  if constexpr (kCompare == Compare::kNe) return a < b || a > b;  // false for unordered
  if constexpr (kCompare == Compare::kLt) return a < b;
  if constexpr (kCompare == Compare::kLe) return a <= b;
  if constexpr (kCompare == Compare::kGt) return a > b;
  if constexpr (kCompare == Compare::kGe) return a >= b;
  if constexpr (kCompare == Compare::kEqu) return !(a < b || a > b);
  if constexpr (kCompare == Compare::kNeu) return !(a == b);
  if constexpr (kCompare == Compare::kLtu) return !(a >= b);
  if constexpr (kCompare == Compare::kLeu) return !(a > b);
  if constexpr (kCompare == Compare::kGtu) return !(a <= b);
  if constexpr (kCompare == Compare::kGeu) return !(a < b);
  if constexpr (kCompare == Compare::kNum) return a == a && b == b;
  return a != a || b != b;
}

// How a comparison is combined with a predicate source (op.flags); op.extra: the source is negated.
inline constexpr std::uint8_t kCombineNone = 0;
inline constexpr std::uint8_t kCombineAnd = 1;
inline constexpr std::uint8_t kCombineOr = 2;
inline constexpr std::uint8_t kCombineXor = 3;

inline std::uint32_t combine(Warp& warp, const Op& op, std::uint32_t value) {
  if (op.flags == kCombineNone) return value;
  const std::uint32_t other = predicate(warp, op.c) ^ (op.extra != 0 ? kFullMask : 0u);
  if (op.flags == kCombineAnd) return value & other;
  return op.flags == kCombineOr ? value | other : value ^ other;
}

template <class T, Compare kCompare>
Step set_predicate(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<T> a(warp, op.a);
  const Source<T> b(warp, op.b);
  const std::uint32_t holds =
      lanes_where([&](int lane) { return compare<kCompare>(a[lane], b[lane]); });
  const std::uint32_t first = combine(warp, op, holds);
  const std::uint32_t second = combine(warp, op, ~holds);
  write_predicate(warp, op.d, mask, first);
  write_predicate(warp, op.e, mask, second);
  return Step::kNext;
}

/// `set`: all ones (or 1.0 for D = float) where the comparison holds, else zero.
template <class T, Compare kCompare, class D>
Step set_value(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<T> a(warp, op.a);
  const Source<T> b(warp, op.b);
  const std::uint32_t holds =
      combine(warp, op, lanes_where([&](int lane) { return compare<kCompare>(a[lane], b[lane]); }));
  const D yes = std::is_floating_point_v<D> ? D(1) : static_cast<D>(-1);
  write_lanes(lanes<LaneOf<D>>(warp, op.d), mask,
              [&](int lane) { return to_lane<D>((holds >> lane & 1u) != 0 ? yes : D(0)); });
  return Step::kNext;
}

template <template <class, Compare> class Make, class T>
Handler by_comparison(Compare comparison) {
  switch (comparison) {
    case Compare::kEq:
      return Make<T, Compare::kEq>::handler();
    case Compare::kNe:
      return Make<T, Compare::kNe>::handler();
    case Compare::kLt:
      return Make<T, Compare::kLt>::handler();
    case Compare::kLe:
      return Make<T, Compare::kLe>::handler();
    case Compare::kGt:
      return Make<T, Compare::kGt>::handler();
    case Compare::kGe:
      return Make<T, Compare::kGe>::handler();
    case Compare::kEqu:
      return Make<T, Compare::kEqu>::handler();
    case Compare::kNeu:
      return Make<T, Compare::kNeu>::handler();
    case Compare::kLtu:
      return Make<T, Compare::kLtu>::handler();
    case Compare::kLeu:
      return Make<T, Compare::kLeu>::handler();
    case Compare::kGtu:
      return Make<T, Compare::kGtu>::handler();
    case Compare::kGeu:
      return Make<T, Compare::kGeu>::handler();
    case Compare::kNum:
      return Make<T, Compare::kNum>::handler();
    case Compare::kNan:
      return Make<T, Compare::kNan>::handler();
  }
  return nullptr;
}

template <class T, Compare kCompare>
struct MakeSetPredicate {
  static Handler handler() { return set_predicate<T, kCompare>; }
};
template <class T, Compare kCompare>
struct MakeSetInteger {
  static Handler handler() { return set_value<T, kCompare, std::uint32_t>; }
};
template <class T, Compare kCompare>
struct MakeSetFloat {
  static Handler handler() { return set_value<T, kCompare, float>; }
};

inline Compare comparison_of(const ptx::Instruction& instruction) {
  static constexpr std::pair<Modifier, Compare> kTable[] = {
      {Modifier::kEq, Compare::kEq},   {Modifier::kNe, Compare::kNe},
      {Modifier::kLt, Compare::kLt},   {Modifier::kLe, Compare::kLe},
      {Modifier::kGt, Compare::kGt},   {Modifier::kGe, Compare::kGe},
      {Modifier::kLo, Compare::kLt},   {Modifier::kLs, Compare::kLe},
      {Modifier::kHi, Compare::kGt},   {Modifier::kHs, Compare::kGe},
      {Modifier::kEqu, Compare::kEqu}, {Modifier::kNeu, Compare::kNeu},
      {Modifier::kLtu, Compare::kLtu}, {Modifier::kLeu, Compare::kLeu},
      {Modifier::kGtu, Compare::kGtu}, {Modifier::kGeu, Compare::kGeu},
      {Modifier::kNum, Compare::kNum}, {Modifier::kNan, Compare::kNan},
  };
  for (const auto& [modifier, comparison] : kTable) {
    if (instruction.has(modifier)) return comparison;
  }
  return Compare::kEq;
}

template <template <class, Compare> class Make>
Handler select_comparison(const ptx::Instruction& instruction, ScalarType type) {
  const Compare comparison = comparison_of(instruction);
  switch (type) {
    case ScalarType::kB16:
    case ScalarType::kU16:
      return by_comparison<Make, std::uint16_t>(comparison);
    case ScalarType::kS16:
      return by_comparison<Make, std::int16_t>(comparison);
    case ScalarType::kB32:
    case ScalarType::kU32:
      return by_comparison<Make, std::uint32_t>(comparison);
    case ScalarType::kS32:
      return by_comparison<Make, std::int32_t>(comparison);
    case ScalarType::kB64:
    case ScalarType::kU64:
      return by_comparison<Make, std::uint64_t>(comparison);
    case ScalarType::kS64:
      return by_comparison<Make, std::int64_t>(comparison);
    case ScalarType::kF32:
      return by_comparison<Make, float>(comparison);
    case ScalarType::kF64:
      return by_comparison<Make, double>(comparison);
    case ScalarType::kF16:
      return by_comparison<Make, Half>(comparison);
    case ScalarType::kBf16:
      return by_comparison<Make, BFloat>(comparison);
    default:
      return nullptr;
  }
}

template <class T>
Step select_by_predicate(Warp& warp, const Op& op, std::uint32_t mask) {
  const LaneOf<T>* a = lanes<LaneOf<T>>(warp, op.a);
  const LaneOf<T>* b = lanes<LaneOf<T>>(warp, op.b);
  const std::uint32_t chosen = predicate(warp, op.c) ^ (op.extra != 0 ? kFullMask : 0u);
  write_lanes(lanes<LaneOf<T>>(warp, op.d), mask,
              [&](int lane) { return (chosen >> lane & 1u) != 0 ? a[lane] : b[lane]; });
  return Step::kNext;
}

template <class T, class C>
Step select_by_sign(Warp& warp, const Op& op, std::uint32_t mask) {
  const LaneOf<T>* a = lanes<LaneOf<T>>(warp, op.a);
  const LaneOf<T>* b = lanes<LaneOf<T>>(warp, op.b);
  const Source<C> c(warp, op.c);
  write_lanes(lanes<LaneOf<T>>(warp, op.d), mask,
              [&](int lane) { return c[lane] >= C(0) ? a[lane] : b[lane]; });
  return Step::kNext;
}

struct PredicateMove {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t) const { return a; }
};

// Predicates are lane masks already: logic on them is logic on masks. op.extra bit 0 negates a, bit
// 1 b.
template <class F>
Step predicate_op(Warp& warp, const Op& op, std::uint32_t mask) {
  const std::uint32_t a = predicate(warp, op.a) ^ ((op.extra & 1u) != 0 ? kFullMask : 0u);
  const std::uint32_t b =
      op.b == kNoSlot ? 0u : predicate(warp, op.b) ^ ((op.extra & 2u) != 0 ? kFullMask : 0u);
  write_predicate(warp, op.d, mask, F()(a, b));
  return Step::kNext;
}

struct PredicateNot {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t) const { return ~a; }
};
