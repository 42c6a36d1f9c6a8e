// Comparisons, predicate logic and selection.

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

/// compare with the comparison as a value: for instructions too rare to have a body per comparison.
template <class T>
inline bool compare_by(Compare comparison, T a, T b) {
  switch (comparison) {
    case Compare::kEq:
      return compare<Compare::kEq>(a, b);
    case Compare::kNe:
      return compare<Compare::kNe>(a, b);
    case Compare::kLt:
      return compare<Compare::kLt>(a, b);
    case Compare::kLe:
      return compare<Compare::kLe>(a, b);
    case Compare::kGt:
      return compare<Compare::kGt>(a, b);
    case Compare::kGe:
      return compare<Compare::kGe>(a, b);
    case Compare::kEqu:
      return compare<Compare::kEqu>(a, b);
    case Compare::kNeu:
      return compare<Compare::kNeu>(a, b);
    case Compare::kLtu:
      return compare<Compare::kLtu>(a, b);
    case Compare::kLeu:
      return compare<Compare::kLeu>(a, b);
    case Compare::kGtu:
      return compare<Compare::kGtu>(a, b);
    case Compare::kGeu:
      return compare<Compare::kGeu>(a, b);
    case Compare::kNum:
      return compare<Compare::kNum>(a, b);
    case Compare::kNan:
      return compare<Compare::kNan>(a, b);
  }
  return false;
}

/// `set`: the bits of "true" (op.b is a source, so they are in op.site) where the comparison op.aux
/// holds, else zero.
template <class T>
Step set_value(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<T> a(warp, op.a);
  const Source<T> b(warp, op.b);
  const auto comparison = static_cast<Compare>(op.aux);
  std::uint32_t holds = 0;
  for_each_lane(mask, [&](int lane) {
    holds |= std::uint32_t{compare_by(comparison, a[lane], b[lane])} << lane;
  });
  holds = combine(warp, op, holds);
  write_lanes(lanes<std::uint32_t>(warp, op.d), mask,
              [&](int lane) { return (holds >> lane & 1u) != 0 ? op.site : 0u; });
  return Step::kNext;
}

/// The halves of a pair, compared apart: the lanes for which each holds.
struct PairMasks {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};
template <class N>
inline PairMasks compare_pairs(Warp& warp, const Op& op, std::uint32_t mask) {
  const std::uint32_t* a = lanes<std::uint32_t>(warp, op.a);
  const std::uint32_t* b = lanes<std::uint32_t>(warp, op.b);
  const auto comparison = static_cast<Compare>(op.aux);
  PairMasks masks;
  for_each_lane(mask, [&](int lane) {
    const bool low = compare_by(comparison, low_half<N>(a[lane]), low_half<N>(b[lane]));
    const bool high = compare_by(comparison, high_half<N>(a[lane]), high_half<N>(b[lane]));
    masks.low |= std::uint32_t{low} << lane;
    masks.high |= std::uint32_t{high} << lane;
  });
  return {combine(warp, op, masks.low), combine(warp, op, masks.high)};
}

/// setp on pairs: p for the low halves, q for the high ones.
template <class N>
Step set_predicate_pair(Warp& warp, const Op& op, std::uint32_t mask) {
  const PairMasks masks = compare_pairs<N>(warp, op, mask);
  write_predicate(warp, op.d, mask, masks.low);
  write_predicate(warp, op.e, mask, masks.high);
  return Step::kNext;
}

template <class N>
Step set_pair(Warp& warp, const Op& op, std::uint32_t mask) {
  const PairMasks masks = compare_pairs<N>(warp, op, mask);
  const std::uint32_t low = op.site & 0xffffu;
  write_lanes(lanes<std::uint32_t>(warp, op.d), mask, [&](int lane) {
    return ((masks.low >> lane & 1u) != 0 ? low : 0u) |
           ((masks.high >> lane & 1u) != 0 ? low << 16 : 0u);
  });
  return Step::kNext;
}

template <class T>
Handler ordered_comparison(Compare comparison) {
  switch (comparison) {
    case Compare::kEq:
      return set_predicate<T, Compare::kEq>;
    case Compare::kNe:
      return set_predicate<T, Compare::kNe>;
    case Compare::kLt:
      return set_predicate<T, Compare::kLt>;
    case Compare::kLe:
      return set_predicate<T, Compare::kLe>;
    case Compare::kGt:
      return set_predicate<T, Compare::kGt>;
    case Compare::kGe:
      return set_predicate<T, Compare::kGe>;
    default:
      return nullptr;
  }
}

template <class T>
Handler float_comparison(Compare comparison) {
  switch (comparison) {
    case Compare::kEqu:
      return set_predicate<T, Compare::kEqu>;
    case Compare::kNeu:
      return set_predicate<T, Compare::kNeu>;
    case Compare::kLtu:
      return set_predicate<T, Compare::kLtu>;
    case Compare::kLeu:
      return set_predicate<T, Compare::kLeu>;
    case Compare::kGtu:
      return set_predicate<T, Compare::kGtu>;
    case Compare::kGeu:
      return set_predicate<T, Compare::kGeu>;
    case Compare::kNum:
      return set_predicate<T, Compare::kNum>;
    case Compare::kNan:
      return set_predicate<T, Compare::kNan>;
    default:
      return ordered_comparison<T>(comparison);
  }
}

/// Comparisons of pairs and halves have no body with .ftz.
inline bool flushes_halves(ScalarType type, bool flush) {
  return flush && (type == ScalarType::kF16 || type == ScalarType::kF16x2);
}

/// setp on operands of `type`.
inline Handler select_set_predicate(ScalarType type, Compare comparison, bool flush) {
  if (flushes_halves(type, flush)) return nullptr;
  switch (type) {
    case ScalarType::kF32:
      return flush ? float_comparison<Flushed>(comparison) : float_comparison<float>(comparison);
    case ScalarType::kF64:
      return float_comparison<double>(comparison);
    case ScalarType::kF16:
      return float_comparison<Half>(comparison);
    case ScalarType::kBf16:
      return float_comparison<BFloat>(comparison);
    case ScalarType::kF16x2:
      return set_predicate_pair<Half>;
    case ScalarType::kBf16x2:
      return set_predicate_pair<BFloat>;
    default:
      return for_integer(type, [&](auto t) { return ordered_comparison<decltype(t)>(comparison); });
  }
}

inline Handler select_set_value(ScalarType type, bool flush) {
  if (flushes_halves(type, flush)) return nullptr;
  switch (type) {
    case ScalarType::kF32:
      return flush ? set_value<Flushed> : set_value<float>;
    case ScalarType::kF64:
      return set_value<double>;
    case ScalarType::kF16:
      return set_value<Half>;
    case ScalarType::kBf16:
      return set_value<BFloat>;
    case ScalarType::kF16x2:
      return set_pair<Half>;
    case ScalarType::kBf16x2:
      return set_pair<BFloat>;
    default:
      return for_integer(type, [](auto t) -> Handler { return set_value<decltype(t)>; });
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
              [&](int lane) { return c[lane] >= C{0} ? a[lane] : b[lane]; });
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
