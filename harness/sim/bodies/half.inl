// 16-bit floating point, computed in wider formats and rounded once.

/// Rounds to the nearest odd: a wider result that was not exact gets its last bit set, so that
/// rounding it again to a much narrower format cannot round twice (Boldo and Melquiond, 2008).
inline double add_to_odd(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  const double error = (a - (sum - part)) + (b - part);
  const auto bits = __builtin_bit_cast(std::uint64_t, sum);
  if (error == 0 || sum - sum != 0 || (bits & 1u) != 0) return sum;
  const bool away = (error > 0) == (sum > 0);
  return __builtin_bit_cast(double, away ? bits + 1 : bits - 1);
}

/// A narrow format: its bits and how they widen and narrow.
template <int kExponentBits, int kFractionBits>
struct Narrow {
  std::uint16_t bits;

  static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
  static constexpr int kShift = 52 - kFractionBits;
  static constexpr std::uint32_t kExponentMask = (1u << kExponentBits) - 1;
  static constexpr std::uint32_t kFractionMask = (1u << kFractionBits) - 1;

  operator double() const {
    const std::uint64_t sign = std::uint64_t{bits} >> 15 << 63;
    const std::uint32_t exponent = bits >> kFractionBits & kExponentMask;
    const std::uint64_t fraction = bits & kFractionMask;
    if (exponent == kExponentMask) {
      return __builtin_bit_cast(double, sign | 0x7ff0000000000000u | fraction << kShift);
    }
    if (exponent == 0) {
      const double magnitude =
          __builtin_ldexp(static_cast<double>(fraction), 1 - kBias - kFractionBits);
      return sign != 0 ? -magnitude : magnitude;
    }
    return __builtin_bit_cast(
        double, sign | (std::uint64_t{exponent} - kBias + 1023) << 52 | fraction << kShift);
  }

  /// Rounds to nearest even, or truncates towards zero.
  static Narrow from(double value, bool truncate = false) {
    const auto wide = __builtin_bit_cast(std::uint64_t, value);
    const auto sign = static_cast<std::uint16_t>(wide >> 63 << 15);
    if (value != value) return {0x7fff};
    const int exponent = static_cast<int>(wide >> 52 & 0x7ff) - 1023;
    if (exponent == 1024)
      return {static_cast<std::uint16_t>(sign | kExponentMask << kFractionBits)};
    // The value in units of the result's last place, as an integer and what is beyond it.
    const int last_place = (exponent < 1 - kBias ? 1 - kBias : exponent) - kFractionBits;
    const double scaled = __builtin_ldexp(__builtin_fabs(value), -last_place);
    auto units = static_cast<std::uint32_t>(scaled);
    const double rest = scaled - units;
    if (!truncate && (rest > 0.5 || (rest == 0.5 && (units & 1u) != 0))) ++units;
    // Adding the implicit bit's carry into the exponent handles rounding up to the next binade.
    const std::uint32_t biased =
        exponent < 1 - kBias ? 0 : static_cast<std::uint32_t>(exponent + kBias - 1);
    const std::uint32_t magnitude = (biased << kFractionBits) + units;
    const std::uint32_t infinity = kExponentMask << kFractionBits;
    if (magnitude >= infinity)
      return {static_cast<std::uint16_t>(sign | (truncate ? infinity - 1 : infinity))};
    return {static_cast<std::uint16_t>(sign | magnitude)};
  }

  friend bool operator==(Narrow a, Narrow b) { return double(a) == double(b); }
  friend bool operator!=(Narrow a, Narrow b) { return double(a) != double(b); }
  friend bool operator<(Narrow a, Narrow b) { return double(a) < double(b); }
  friend bool operator>(Narrow a, Narrow b) { return double(a) > double(b); }
  friend bool operator<=(Narrow a, Narrow b) { return double(a) <= double(b); }
  friend bool operator>=(Narrow a, Narrow b) { return double(a) >= double(b); }
};

using Half = Narrow<5, 10>;
using BFloat = Narrow<8, 7>;

template <class N>
struct NarrowAdd {
  N operator()(N a, N b) const { return N::from(add_to_odd(a, b)); }
};
template <class N>
struct NarrowSub {
  N operator()(N a, N b) const { return N::from(add_to_odd(a, -double(b))); }
};
template <class N>
struct NarrowMul {
  N operator()(N a, N b) const { return N::from(double(a) * double(b)); }
};
template <class N>
struct NarrowFma {
  N operator()(N a, N b, N c) const { return N::from(add_to_odd(double(a) * double(b), c)); }
};
template <class N>
struct NarrowMin {
  N operator()(N a, N b) const {
    return N::from(FloatExtreme<false, false>()(double(a), double(b)));
  }
};
template <class N>
struct NarrowMax {
  N operator()(N a, N b) const {
    return N::from(FloatExtreme<true, false>()(double(a), double(b)));
  }
};
template <class N>
struct NarrowMinOrNan {
  N operator()(N a, N b) const {
    return N::from(FloatExtreme<false, true>()(double(a), double(b)));
  }
};
template <class N>
struct NarrowMaxOrNan {
  N operator()(N a, N b) const {
    return N::from(FloatExtreme<true, true>()(double(a), double(b)));
  }
};
template <class N>
struct NarrowNeg {
  N operator()(N a) const { return {static_cast<std::uint16_t>(a.bits ^ 0x8000u)}; }
};
template <class N>
struct NarrowAbs {
  N operator()(N a) const { return {static_cast<std::uint16_t>(a.bits & 0x7fffu)}; }
};
template <class N>
struct NarrowExp2 {
  N operator()(N a) const {
    const N result = N::from(__builtin_exp2(a));
    // Of bf16 there is only the form with .ftz; that of f16 keeps subnormal results.
    if (std::is_same_v<N, BFloat> && (result.bits & 0x7f80u) == 0) return {0};
    return result;
  }
};
template <class N>
struct NarrowTanh {
  N operator()(N a) const { return N::from(__builtin_tanh(a)); }
};

/// `F` with .relu (negative results become zero; a NaN stays one, as on an H200) or .sat (clamped to [0, 1]).
template <class N, class F, bool kSaturate, bool kRelu>
struct Clamped {
  template <class... Args>
  N operator()(Args... args) const {
    const N result = F()(args...);
    const double value = result;
    if (kSaturate) return N::from(saturate<true>(value));
    return kRelu && value <= 0 ? N{0} : result;
  }
};

/// A pair of narrow values in one 32-bit lane.
template <class N>
inline N low_half(std::uint32_t pair) {
  return {static_cast<std::uint16_t>(pair)};
}
template <class N>
inline N high_half(std::uint32_t pair) {
  return {static_cast<std::uint16_t>(pair >> 16)};
}
template <class N>
inline std::uint32_t pack(N low, N high) {
  return std::uint32_t{high.bits} << 16 | low.bits;
}

/// `F` on both halves.
template <class N, class F>
struct Paired {
  template <class... Args>
  std::uint32_t operator()(Args... args) const {
    return pack<N>(F()(low_half<N>(args)...), F()(high_half<N>(args)...));
  }
};

template <class N, class F, int kSources>
Handler narrow_scalar() {
  if constexpr (kSources == 1) return unary_op<N, N, F>;
  if constexpr (kSources == 2) return binary_op<N, N, F>;
  if constexpr (kSources == 3) return ternary_op<N, N, N, N, F>;
}

template <class N, class F, int kSources>
Handler narrow_pair() {
  using P = Paired<N, F>;
  using U = std::uint32_t;
  if constexpr (kSources == 1) return unary_op<U, U, P>;
  if constexpr (kSources == 2) return binary_op<U, U, P>;
  if constexpr (kSources == 3) return ternary_op<U, U, U, U, P>;
}

template <class N, class F, int kSources>
Handler narrow_clamped(const ptx::Instruction& instruction, bool pair) {
  const bool sat = instruction.has(Modifier::kSat);
  const bool relu = instruction.has(Modifier::kRelu);
  using Sat = Clamped<N, F, true, false>;
  using Relu = Clamped<N, F, false, true>;
  if (sat) return pair ? narrow_pair<N, Sat, kSources>() : narrow_scalar<N, Sat, kSources>();
  if (relu) return pair ? narrow_pair<N, Relu, kSources>() : narrow_scalar<N, Relu, kSources>();
  return pair ? narrow_pair<N, F, kSources>() : narrow_scalar<N, F, kSources>();
}

/// The handler of `F<format>` for the four 16-bit types; null for others, and for f16 with .ftz.
template <template <class> class F, int kSources>
Handler narrow(const ptx::Instruction& instruction) {
  const bool is_half =
      instruction.type() == ScalarType::kF16 || instruction.type() == ScalarType::kF16x2;
  if (is_half && instruction.has(Modifier::kFtz)) return nullptr;
  switch (instruction.type()) {
    case ScalarType::kF16:
      return narrow_clamped<Half, F<Half>, kSources>(instruction, false);
    case ScalarType::kF16x2:
      return narrow_clamped<Half, F<Half>, kSources>(instruction, true);
    case ScalarType::kBf16:
      return narrow_clamped<BFloat, F<BFloat>, kSources>(instruction, false);
    case ScalarType::kBf16x2:
      return narrow_clamped<BFloat, F<BFloat>, kSources>(instruction, true);
    default:
      return nullptr;
  }
}
