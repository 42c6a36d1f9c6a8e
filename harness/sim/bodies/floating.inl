// Floating-point arithmetic: correctly rounded as PTX says for add, sub, mul, fma, div and sqrt;
// within PTX's error bounds for the approximations, which are computed in double precision.

inline float canonical(float value) {
  // Every NaN that an instruction produces is this one.
  return value != value ? __builtin_bit_cast(float, 0x7fffffffu) : value;
}
inline double canonical(double value) {
  return value != value ? __builtin_bit_cast(double, 0xfff8000000000000u) : value;
}

template <bool kFlush>
inline float flush(float value) {
  if constexpr (!kFlush) return value;
  const auto bits = __builtin_bit_cast(std::uint32_t, value);
  return (bits & 0x7f800000u) == 0 ? __builtin_bit_cast(float, bits & 0x80000000u) : value;
}
template <bool kFlush>
inline double flush(double value) {
  if constexpr (!kFlush) return value;
  const auto bits = __builtin_bit_cast(std::uint64_t, value);
  return (bits & 0x7ff0000000000000u) == 0
             ? __builtin_bit_cast(double, bits & 0x8000000000000000u)
             : value;
}

/// A float that is compared as .ftz has it: subnormal values are zeros.
struct Flushed {
  float raw;
  operator float() const { return flush<true>(raw); }
};

template <bool kSaturate, class T>
inline T saturate(T value) {
  if constexpr (!kSaturate) return value;
  return value > T{0} ? (value < T{1} ? value : T{1}) : T{0};  // NaN becomes 0
}

template <bool kFlush, bool kSaturate, class T>
inline T finish(T value) {
  return saturate<kSaturate>(canonical(flush<kFlush>(value)));
}

inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline float square_root(float a) { return __builtin_sqrtf(a); }
inline double square_root(double a) { return __builtin_sqrt(a); }

struct FloatAdd {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};
struct FloatSub {
  template <class T>
  T operator()(T a, T b) const {
    return a - b;
  }
};
struct FloatMul {
  template <class T>
  T operator()(T a, T b) const {
    return a * b;
  }
};
struct FloatDiv {
  template <class T>
  T operator()(T a, T b) const {
    return a / b;
  }
};
struct FloatFma {
  template <class T>
  T operator()(T a, T b, T c) const {
    return fused(a, b, c);
  }
};
struct FloatSqrt {
  template <class T>
  T operator()(T a) const {
    return square_root(a);
  }
};
struct FloatReciprocal {
  template <class T>
  T operator()(T a) const {
    return T{1} / a;
  }
};
struct FloatReciprocalSqrt {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(1.0 / __builtin_sqrt(static_cast<double>(a)));
  }
};
struct FloatExp2 {
  float operator()(float a) const {
    return static_cast<float>(__builtin_exp2(static_cast<double>(a)));
  }
};
struct FloatLog2 {
  float operator()(float a) const {
    return static_cast<float>(__builtin_log2(static_cast<double>(a)));
  }
};
struct FloatSin {
  float operator()(float a) const {
    return static_cast<float>(__builtin_sin(static_cast<double>(a)));
  }
};
struct FloatCos {
  float operator()(float a) const {
    return static_cast<float>(__builtin_cos(static_cast<double>(a)));
  }
};
struct FloatTanh {
  float operator()(float a) const {
    return static_cast<float>(__builtin_tanh(static_cast<double>(a)));
  }
};

// min and max take the other operand where one is NaN (or NaN with .NaN), and order -0 before +0.
template <bool kMaximum, bool kPropagateNan>
struct FloatExtreme {
  template <class T>
  T operator()(T a, T b) const {
    if (a != a || b != b) {
      if (kPropagateNan) return a != a ? a : b;
      return a != a ? b : a;
    }
    if (a == b) return (__builtin_signbit(a) != 0) == kMaximum ? b : a;
    return (a < b) == kMaximum ? b : a;
  }
};

struct FloatNeg {
  template <class T>
  T operator()(T a) const {
    return -a;
  }
};
struct FloatAbs {
  float operator()(float a) const { return __builtin_fabsf(a); }
  double operator()(double a) const { return __builtin_fabs(a); }
};
/// copysign d, a, b: b with a's sign.
struct FloatCopySign {
  float operator()(float a, float b) const { return __builtin_copysignf(b, a); }
  double operator()(double a, double b) const { return __builtin_copysign(b, a); }
};

/// `F` with its operands flushed first and its result flushed, made canonical and saturated.
template <class F, bool kFlush, bool kSaturate>
struct Rounded {
  template <class T>
  T operator()(T a) const {
    return finish<kFlush, kSaturate>(F()(flush<kFlush>(a)));
  }
  template <class T>
  T operator()(T a, T b) const {
    return finish<kFlush, kSaturate>(F()(flush<kFlush>(a), flush<kFlush>(b)));
  }
  template <class T>
  T operator()(T a, T b, T c) const {
    return finish<kFlush, kSaturate>(F()(flush<kFlush>(a), flush<kFlush>(b), flush<kFlush>(c)));
  }
};

/// Runs a lane-wise body under another rounding direction (.rz, .rm, .rp). Rare, so simply slow:
/// the direction is set around each lane and the operands are hidden from the optimiser.
inline int direction_of(Modifier rounding) {
  if (rounding == Modifier::kRz) return FE_TOWARDZERO;
  return rounding == Modifier::kRm ? FE_DOWNWARD : FE_UPWARD;
}

template <class T, class F, int kSources>
Step directed_op(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<T> a(warp, op.a);
  const Source<T> b(warp, kSources > 1 ? op.b : op.a);
  const Source<T> c(warp, kSources > 2 ? op.c : op.a);
  LaneOf<T>* d = lanes<LaneOf<T>>(warp, op.d);
  const int before = std::fegetround();
  std::fesetround(direction_of(static_cast<Modifier>(op.extra)));
  for_each_lane(mask, [&](int lane) {
    volatile T x = a[lane];
    volatile T y = b[lane];
    volatile T z = c[lane];
    volatile T result;
    if constexpr (kSources == 1) result = F()(static_cast<T>(x));
    if constexpr (kSources == 2) result = F()(static_cast<T>(x), static_cast<T>(y));
    if constexpr (kSources == 3)
      result = F()(static_cast<T>(x), static_cast<T>(y), static_cast<T>(z));
    d[lane] = to_lane<T>(static_cast<T>(result));
  });
  std::fesetround(before);
  return Step::kNext;
}

template <class F, bool kFlush, bool kSaturate, int kSources>
Handler float_handler(ScalarType type, bool directed) {
  using R = Rounded<F, kFlush, kSaturate>;
  if (type == ScalarType::kF64) {
    if (directed) return directed_op<double, R, kSources>;
    if constexpr (kSources == 1) return unary_op<double, double, R>;
    if constexpr (kSources == 2) return binary_op<double, double, R>;
    if constexpr (kSources == 3) return ternary_op<double, double, double, double, R>;
  }
  if (type != ScalarType::kF32) return nullptr;
  if (directed) return directed_op<float, R, kSources>;
  if constexpr (kSources == 1) return unary_op<float, float, R>;
  if constexpr (kSources == 2) return binary_op<float, float, R>;
  if constexpr (kSources == 3) return ternary_op<float, float, float, float, R>;
}

inline bool is_directed(const ptx::Instruction& instruction) {
  return instruction.has(Modifier::kRz) || instruction.has(Modifier::kRm) ||
         instruction.has(Modifier::kRp);
}

/// The handler of `F` on f32 or f64 with the instruction's .ftz, .sat and rounding.
template <class F, int kSources>
Handler rounded(const ptx::Instruction& instruction) {
  const ScalarType type = instruction.type();
  const bool directed = is_directed(instruction);
  const bool sat = instruction.has(Modifier::kSat);
  if (instruction.has(Modifier::kFtz)) {
    return sat ? float_handler<F, true, true, kSources>(type, directed)
               : float_handler<F, true, false, kSources>(type, directed);
  }
  return sat ? float_handler<F, false, true, kSources>(type, directed)
             : float_handler<F, false, false, kSources>(type, directed);
}

/// The same for bodies that exist for f32 only.
template <class F>
Handler approximate(const ptx::Instruction& instruction) {
  if (instruction.type() != ScalarType::kF32) return nullptr;
  if (instruction.has(Modifier::kFtz)) return unary_op<float, float, Rounded<F, true, false>>;
  return unary_op<float, float, Rounded<F, false, false>>;
}

// neg, abs and copysign only touch the sign bit: no NaN is made canonical.
template <class F>
Handler sign_unary(ScalarType type) {
  if (type == ScalarType::kF64) return unary_op<double, double, F>;
  return type == ScalarType::kF32 ? static_cast<Handler>(unary_op<float, float, F>) : nullptr;
}

enum class FloatClass { kFinite, kInfinite, kNumber, kNotANumber, kNormal, kSubnormal };

template <class T>
inline bool is_of_class(T value, FloatClass wanted) {
  const bool nan = value != value;
  const bool infinite = !nan && value - value != T{0};
  const T smallest = sizeof(T) == 4 ? T(1.17549435e-38f) : T(2.2250738585072014e-308);
  const T magnitude = value < 0 ? -value : value;
  switch (wanted) {
    case FloatClass::kFinite:
      return !nan && !infinite;
    case FloatClass::kInfinite:
      return infinite;
    case FloatClass::kNumber:
      return !nan;
    case FloatClass::kNotANumber:
      return nan;
    case FloatClass::kNormal:
      return !nan && !infinite && magnitude >= smallest;
    case FloatClass::kSubnormal:
      return magnitude > 0 && magnitude < smallest;
  }
  return false;
}

template <class T>
Step test_property(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<T> a(warp, op.a);
  const auto wanted = static_cast<FloatClass>(op.extra);
  write_predicate(warp, op.d, mask,
                  lanes_where([&](int lane) { return is_of_class(a[lane], wanted); }));
  return Step::kNext;
}
