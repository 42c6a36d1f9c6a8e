// cvt: between integers, between floats, and across, with rounding and saturation.

// op.extra holds the rounding modifier; op.flags the two below.
inline constexpr std::uint8_t kConvertSaturate = 1;
inline constexpr std::uint8_t kConvertFlush = 2;
inline constexpr std::uint8_t kConvertRelu = 4;

template <class T>
inline constexpr bool kIsNarrow = std::is_same_v<T, Half> || std::is_same_v<T, BFloat>;
template <class T>
inline constexpr bool kIsFloat = std::is_floating_point_v<T> || kIsNarrow<T>;

/// Rounds a float to an integral value in the given direction (to nearest even without one).
inline double round_integral(double value, Modifier rounding) {
  switch (rounding) {
    case Modifier::kRzi:
    case Modifier::kRz:
      return __builtin_trunc(value);
    case Modifier::kRmi:
    case Modifier::kRm:
      return __builtin_floor(value);
    case Modifier::kRpi:
    case Modifier::kRp:
      return __builtin_ceil(value);
    default:
      return __builtin_nearbyint(value);
  }
}

inline bool rounds_to_integral(Modifier rounding) {
  return rounding == Modifier::kRni || rounding == Modifier::kRzi || rounding == Modifier::kRmi ||
         rounding == Modifier::kRpi;
}

/// Whether the conversion must run under another rounding direction of the processor.
inline bool needs_direction(Modifier rounding) {
  return rounding == Modifier::kRz || rounding == Modifier::kRm || rounding == Modifier::kRp;
}

/// Integers that are only cut or extended. D is the lane type of the destination register, which
/// may be wider than `To`.
template <class To, class From, class D>
Step convert_bits(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<From> a(warp, op.a);
  write_lanes(lanes<D>(warp, op.d), mask,
              [&](int lane) { return static_cast<D>(static_cast<To>(a[lane])); });
  return Step::kNext;
}

/// A value of any source type: exact as an integer or as a double.
struct AnyValue {
  Int128 integer = 0;
  double real = 0;
  bool is_real = false;
  bool is_single = false;
};

template <class From>
inline AnyValue any_value(From value, std::uint8_t flags) {
  AnyValue any;
  if constexpr (kIsFloat<From>) {
    any.is_real = true;
    any.is_single = std::is_same_v<From, float>;
    if constexpr (std::is_same_v<From, float>) {
      if ((flags & kConvertFlush) != 0) value = flush<true>(value);
    }
    any.real = static_cast<double>(value);
  } else {
    any.integer = value;
  }
  return any;
}

/// Reads lane `lane` of a slot of the given type.
inline AnyValue read_any(Warp& warp, const Op& op, ScalarType type, int lane) {
  switch (type) {
    case ScalarType::kF32:
      return any_value(Source<float>(warp, op.a)[lane], op.flags);
    case ScalarType::kF64:
      return any_value(Source<double>(warp, op.a)[lane], op.flags);
    case ScalarType::kF16:
      return any_value(Source<Half>(warp, op.a)[lane], op.flags);
    case ScalarType::kBf16:
      return any_value(Source<BFloat>(warp, op.a)[lane], op.flags);
    case ScalarType::kS8:
      return any_value(Source<std::int8_t>(warp, op.a)[lane], op.flags);
    case ScalarType::kS16:
      return any_value(Source<std::int16_t>(warp, op.a)[lane], op.flags);
    case ScalarType::kS32:
      return any_value(Source<std::int32_t>(warp, op.a)[lane], op.flags);
    case ScalarType::kS64:
      return any_value(Source<std::int64_t>(warp, op.a)[lane], op.flags);
    case ScalarType::kU8:
      return any_value(Source<std::uint8_t>(warp, op.a)[lane], op.flags);
    case ScalarType::kU16:
      return any_value(Source<std::uint16_t>(warp, op.a)[lane], op.flags);
    case ScalarType::kU64:
      return any_value(Source<std::uint64_t>(warp, op.a)[lane], op.flags);
    default:
      return any_value(Source<std::uint32_t>(warp, op.a)[lane], op.flags);
  }
}

/// Rounds to the destination's format in the processor's present direction.
template <class To>
inline To round_to(const AnyValue& value, Modifier rounding) {
  if constexpr (kIsNarrow<To>) {
    // 64-bit integers beyond a double's 53 bits are beyond these formats' range as well.
    const double real = value.is_real ? value.real : static_cast<double>(value.integer);
    return To::from(real, rounding == Modifier::kRz);
  } else if (value.is_real) {
    volatile double hidden = value.real;
    return static_cast<To>(static_cast<double>(hidden));
  } else if (value.integer > INT64_MAX) {
    volatile std::uint64_t hidden = static_cast<std::uint64_t>(value.integer);
    return static_cast<To>(static_cast<std::uint64_t>(hidden));
  } else {
    volatile std::int64_t hidden = static_cast<std::int64_t>(value.integer);
    return static_cast<To>(static_cast<std::int64_t>(hidden));
  }
}

template <class To>
inline To any_to_float(AnyValue value, Modifier rounding, std::uint8_t flags) {
  if (value.is_real && rounds_to_integral(rounding))
    value.real = round_integral(value.real, rounding);
  To result = round_to<To>(value, rounding);
  if constexpr (kIsNarrow<To>) {
    if ((flags & kConvertSaturate) != 0) result = To::from(saturate<true>(double(result)));
    if ((flags & kConvertRelu) != 0 && double(result) <= 0) result = To{0};
  } else {
    if ((flags & kConvertSaturate) != 0) result = saturate<true>(result);
    if constexpr (std::is_same_v<To, float>) {
      if ((flags & kConvertFlush) != 0) result = flush<true>(result);
    }
    result = canonical(result);
  }
  return result;
}

/// Out of range clamps; NaN gives 0, or the smallest signed value where a 64-bit type is involved
/// (PTX, "cvt", the note on NaN).
template <class To>
inline To any_to_integer(const AnyValue& value, bool wide_source, Modifier rounding) {
  constexpr Unsigned<To> kOnes = static_cast<Unsigned<To>>(~Unsigned<To>{0});
  constexpr To kHighest = static_cast<To>(std::is_signed_v<To> ? kOnes >> 1 : kOnes);
  constexpr To kLowest = static_cast<To>(~kHighest);
  if (!value.is_real) {
    if (value.integer > static_cast<Int128>(kHighest)) return kHighest;
    return value.integer < static_cast<Int128>(kLowest) ? kLowest : static_cast<To>(value.integer);
  }
  const double real = round_integral(value.real, rounding);
  if (real != real) {
    return sizeof(To) == 8 || wide_source ? static_cast<To>(Unsigned<To>{1} << (kBits<To> - 1))
                                          : To{0};
  }
  constexpr double kEnd = 2.0 * static_cast<double>(Unsigned<To>{1} << (kBits<To> - 1)) /
                          (std::is_signed_v<To> ? 2.0 : 1.0);
  if (real >= kEnd) return kHighest;
  return real < (std::is_signed_v<To> ? -kEnd : 0.0) ? kLowest : static_cast<To>(real);
}

/// Every conversion that is more than cutting or extending bits. op.aux is the source type;
/// op.width 1: the destination register is wider than `To`.
template <class To>
Step convert_op(Warp& warp, const Op& op, std::uint32_t mask) {
  const auto rounding = static_cast<Modifier>(op.extra);
  const auto from = static_cast<ScalarType>(op.aux);
  const bool directed = kIsFloat<To> && !kIsNarrow<To> && needs_direction(rounding);
  const int before = directed ? std::fegetround() : 0;
  if (directed) std::fesetround(direction_of(rounding));
  for_each_lane(mask, [&](int lane) {
    const AnyValue value = read_any(warp, op, from, lane);
    if constexpr (kIsFloat<To>) {
      lanes<LaneOf<To>>(warp, op.d)[lane] =
          to_lane<To>(any_to_float<To>(value, rounding, op.flags));
    } else {
      const To result = any_to_integer<To>(value, from == ScalarType::kF64, rounding);
      if (op.width != 0) {
        lanes<std::uint64_t>(warp, op.d)[lane] = static_cast<std::uint64_t>(result);
      } else {
        lanes<LaneOf<To>>(warp, op.d)[lane] = static_cast<LaneOf<To>>(result);
      }
    }
  });
  if (directed) std::fesetround(before);
  return Step::kNext;
}

/// cvt.f16x2.f32 d, a, b: a becomes the upper half.
template <class N>
Step convert_pair(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<float> a(warp, op.a);
  const Source<float> b(warp, op.b);
  std::uint32_t* d = lanes<std::uint32_t>(warp, op.d);
  const auto rounding = static_cast<Modifier>(op.extra);
  for_each_lane(mask, [&](int lane) {
    d[lane] = pack<N>(any_to_float<N>(any_value(b[lane], op.flags), rounding, op.flags),
                      any_to_float<N>(any_value(a[lane], op.flags), rounding, op.flags));
  });
  return Step::kNext;
}

inline Handler select_bit_conversion(ScalarType to, ScalarType from, bool wide) {
  return for_integer(to, [&](auto t) -> Handler {
    using To = decltype(t);
    return for_integer(from, [&](auto f) -> Handler {
      using From = decltype(f);
      if (wide) return convert_bits<To, From, std::uint64_t>;
      if constexpr (sizeof(To) == 8) {
        return nullptr;
      } else {
        return convert_bits<To, From, std::uint32_t>;
      }
    });
  });
}

inline Handler select_convert(const ptx::Instruction& instruction, const OperandShape& shape) {
  const ScalarType to = instruction.type(0);
  const ScalarType from = instruction.type(1);
  if (from == ScalarType::kF32 && to == ScalarType::kF16x2) return convert_pair<Half>;
  if (from == ScalarType::kF32 && to == ScalarType::kBf16x2) return convert_pair<BFloat>;
  if (!instruction.has(Modifier::kSat)) {
    const bool wide = ptx::size_bytes(shape.destination) == 8;
    if (Handler handler = select_bit_conversion(to, from, wide)) return handler;
  }
  switch (to) {
    case ScalarType::kF32:
      return convert_op<float>;
    case ScalarType::kF64:
      return convert_op<double>;
    case ScalarType::kF16:
      return convert_op<Half>;
    case ScalarType::kBf16:
      return convert_op<BFloat>;
    default:
      return for_integer(to, [](auto t) -> Handler { return convert_op<decltype(t)>; });
  }
}
