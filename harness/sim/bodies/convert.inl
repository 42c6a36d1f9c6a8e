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

/// Out of range clamps; NaN gives 0, or the smallest signed value where a 64-bit type is involved
/// (PTX, "cvt", the note on NaN).
template <class To, class From>
inline To float_to_integer(From source, Modifier rounding) {
  const double value = round_integral(static_cast<double>(source), rounding);
  if (value != value) {
    return sizeof(To) == 8 || sizeof(From) == 8 ? static_cast<To>(To{1} << (kBits<To> - 1)) : To{0};
  }
  constexpr double kEnd = std::is_signed_v<To>
                              ? static_cast<double>(Unsigned<To>{1} << (kBits<To> - 1))
                              : 2.0 * static_cast<double>(Unsigned<To>{1} << (kBits<To> - 1));
  constexpr To kHighest = static_cast<To>(std::is_signed_v<To> ? Unsigned<To>(~Unsigned<To>{0}) >> 1
                                                               : Unsigned<To>(~Unsigned<To>{0}));
  if (value >= kEnd) return kHighest;
  if (value < (std::is_signed_v<To> ? -kEnd : 0.0)) return static_cast<To>(~kHighest);
  return static_cast<To>(value);
}

/// One conversion under the rounding direction of the processor (see convert_op for .rz, .rm, .rp).
template <class To, class From>
inline To to_float(From source, Modifier rounding) {
  if constexpr (kIsNarrow<To>) {
    return To::from(static_cast<double>(source), rounding == Modifier::kRz);
  } else {
    volatile From hidden = source;
    return static_cast<To>(static_cast<From>(hidden));
  }
}

template <class To, class From>
inline To saturate_integer(From value) {
  // Compared as 128-bit values so that every pair of types fits.
  constexpr Int128 kHigh = std::is_signed_v<To>
                               ? static_cast<Int128>(Unsigned<To>(~Unsigned<To>{0}) >> 1)
                               : static_cast<Int128>(Unsigned<To>(~Unsigned<To>{0}));
  constexpr Int128 kLow = std::is_signed_v<To> ? -kHigh - 1 : 0;
  const Int128 wide = value;
  return static_cast<To>(wide > kHigh ? kHigh : wide < kLow ? kLow : wide);
}

inline bool rounds_to_integral(Modifier rounding) {
  return rounding == Modifier::kRni || rounding == Modifier::kRzi || rounding == Modifier::kRmi ||
         rounding == Modifier::kRpi;
}

template <class To, class From>
inline To convert(From source, Modifier rounding, std::uint8_t flags) {
  if constexpr (!kIsFloat<From> && !kIsFloat<To>) {
    return (flags & kConvertSaturate) != 0 ? saturate_integer<To>(source) : static_cast<To>(source);
  } else if constexpr (!kIsFloat<To>) {
    if constexpr (std::is_same_v<From, float>) {
      if ((flags & kConvertFlush) != 0) source = flush<true>(source);
    }
    return float_to_integer<To>(source, rounding);
  } else if constexpr (!kIsFloat<From>) {
    return to_float<To>(source, rounding);
  } else {
    if constexpr (std::is_same_v<From, float>) {
      if ((flags & kConvertFlush) != 0) source = flush<true>(source);
    }
    To result;
    if (rounds_to_integral(rounding)) {
      result = to_float<To>(round_integral(static_cast<double>(source), rounding), Modifier::kRn);
    } else if constexpr (kIsNarrow<From> && !kIsNarrow<To>) {
      result = static_cast<To>(static_cast<double>(source));
    } else {
      result = to_float<To>(source, rounding);
    }
    if constexpr (kIsNarrow<To>) {
      if ((flags & kConvertSaturate) != 0) result = To::from(saturate<true>(double(result)));
      if ((flags & kConvertRelu) != 0 && !(double(result) > 0)) result = To{0};
    } else {
      if ((flags & kConvertSaturate) != 0) result = saturate<true>(result);
      if constexpr (std::is_same_v<To, float>) {
        if ((flags & kConvertFlush) != 0) result = flush<true>(result);
      }
      result = canonical(result);
    }
    return result;
  }
}

/// Whether the conversion must run under another rounding direction of the processor.
inline bool needs_direction(Modifier rounding) {
  return rounding == Modifier::kRz || rounding == Modifier::kRm || rounding == Modifier::kRp;
}

/// D is the lane type of the destination register, which may be wider than `To`: integers are
/// extended.
template <class To, class From, class D>
Step convert_op(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<From> a(warp, op.a);
  D* d = lanes<D>(warp, op.d);
  const auto rounding = static_cast<Modifier>(op.extra);
  if constexpr (!kIsFloat<From> && !kIsFloat<To>) {
    if (op.flags == 0) {
      write_lanes(d, mask, [&](int lane) { return static_cast<D>(static_cast<To>(a[lane])); });
      return Step::kNext;
    }
  }
  const bool directed = kIsFloat<To> && !kIsNarrow<To> && needs_direction(rounding);
  const int before = directed ? std::fegetround() : 0;
  if (directed) std::fesetround(direction_of(rounding));
  for_each_lane(mask, [&](int lane) {
    const To value = convert<To>(a[lane], rounding, op.flags);
    if constexpr (kIsFloat<To>) {
      d[lane] = static_cast<D>(to_lane<To>(value));
    } else {
      d[lane] = static_cast<D>(value);
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
    d[lane] =
        pack<N>(convert<N>(b[lane], rounding, op.flags), convert<N>(a[lane], rounding, op.flags));
  });
  return Step::kNext;
}

template <class Make>
Handler for_any_type(ScalarType type, Make make) {
  switch (type) {
    case ScalarType::kF32:
      return make(float{});
    case ScalarType::kF64:
      return make(double{});
    case ScalarType::kF16:
      return make(Half{});
    case ScalarType::kBf16:
      return make(BFloat{});
    default:
      return for_integer(type, make);
  }
}

inline Handler select_convert(const ptx::Instruction& instruction, const OperandShape& shape) {
  const ScalarType to = instruction.type(0);
  const ScalarType from = instruction.type(1);
  if (from == ScalarType::kF32 && to == ScalarType::kF16x2) return convert_pair<Half>;
  if (from == ScalarType::kF32 && to == ScalarType::kBf16x2) return convert_pair<BFloat>;
  const bool wide = ptx::size_bytes(shape.destination) == 8;
  return for_any_type(to, [&](auto t) -> Handler {
    using To = decltype(t);
    return for_any_type(from, [&](auto f) -> Handler {
      using From = decltype(f);
      if (wide) return convert_op<To, From, std::uint64_t>;
      if constexpr (sizeof(To) == 8) {
        return nullptr;
      } else {
        return convert_op<To, From, std::uint32_t>;
      }
    });
  });
}
