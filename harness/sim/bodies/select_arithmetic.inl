// Which body executes arithmetic: one small function where types or modifiers decide.

using Instruction = ptx::Instruction;

inline bool is_float(const Instruction& i) {
  return i.type() == ScalarType::kF32 || i.type() == ScalarType::kF64;
}

template <class Integer, class Float, template <class> class Short>
Handler two_source_arithmetic(const Instruction& i) {
  if (is_float(i)) return rounded<Float, 2>(i);
  if (Handler handler = narrow<Short, 2>(i)) return handler;
  if (Handler handler = on_pairs<Integer>(i.type())) return handler;
  return integer_binary<Integer>(i.type());
}

Handler select_add(const Instruction& i, const OperandShape&) {
  if (i.has(Modifier::kCc)) {
    return for_width(i.type(),
                     [](auto t) -> Handler { return add_with_carry<decltype(t), false>; });
  }
  if (i.has(Modifier::kSat) && i.type() == ScalarType::kS32) {
    return binary_op<std::int32_t, std::int32_t, AddSaturated>;
  }
  return two_source_arithmetic<Add, FloatAdd, NarrowAdd>(i);
}

Handler select_sub(const Instruction& i, const OperandShape&) {
  if (i.has(Modifier::kCc)) {
    return for_width(i.type(), [](auto t) -> Handler { return add_with_carry<decltype(t), true>; });
  }
  if (i.has(Modifier::kSat) && i.type() == ScalarType::kS32) {
    return binary_op<std::int32_t, std::int32_t, SubSaturated>;
  }
  return two_source_arithmetic<Sub, FloatSub, NarrowSub>(i);
}

Handler select_addc(const Instruction& i, const OperandShape&) {
  return for_width(i.type(), [](auto t) -> Handler { return add_with_carry<decltype(t), false>; });
}

Handler select_subc(const Instruction& i, const OperandShape&) {
  return for_width(i.type(), [](auto t) -> Handler { return add_with_carry<decltype(t), true>; });
}

Handler select_mul(const Instruction& i, const OperandShape&) {
  if (is_float(i)) return rounded<FloatMul, 2>(i);
  if (Handler handler = narrow<NarrowMul, 2>(i)) return handler;
  switch (i.type()) {
    case ScalarType::kU16:
      if (i.has(Modifier::kWide))
        return binary_op<std::uint32_t, std::uint16_t, MulWide<std::uint32_t>>;
      break;
    case ScalarType::kS16:
      if (i.has(Modifier::kWide))
        return binary_op<std::int32_t, std::int16_t, MulWide<std::int32_t>>;
      break;
    case ScalarType::kU32:
      if (i.has(Modifier::kWide))
        return binary_op<std::uint64_t, std::uint32_t, MulWide<std::uint64_t>>;
      break;
    case ScalarType::kS32:
      if (i.has(Modifier::kWide))
        return binary_op<std::int64_t, std::int32_t, MulWide<std::int64_t>>;
      break;
    default:
      break;
  }
  if (i.has(Modifier::kWide)) return nullptr;
  return i.has(Modifier::kHi) ? integer_binary<MulHigh>(i.type())
                              : integer_binary<MulLow>(i.type());
}

template <class Wide, class T>
Handler mad_wide() {
  return ternary_op<Wide, T, T, Wide, MadWide<Wide>>;
}

template <bool kReadCarry>
Handler mad_carry(const Instruction& i) {
  const bool high = i.has(Modifier::kHi);
  return for_integer(i.type(), [&](auto t) -> Handler {
    return high ? mad_with_carry<decltype(t), true> : mad_with_carry<decltype(t), false>;
  });
}

Handler select_mad(const Instruction& i, const OperandShape&) {
  if (is_float(i)) return rounded<FloatFma, 3>(i);
  if (i.has(Modifier::kCc)) return mad_carry<false>(i);
  if (i.has(Modifier::kWide)) {
    switch (i.type()) {
      case ScalarType::kU16:
        return mad_wide<std::uint32_t, std::uint16_t>();
      case ScalarType::kS16:
        return mad_wide<std::int32_t, std::int16_t>();
      case ScalarType::kU32:
        return mad_wide<std::uint64_t, std::uint32_t>();
      case ScalarType::kS32:
        return mad_wide<std::int64_t, std::int32_t>();
      default:
        return nullptr;
    }
  }
  if (i.has(Modifier::kSat)) return nullptr;
  return i.has(Modifier::kHi) ? integer_ternary<MadHigh>(i.type())
                              : integer_ternary<MadLow>(i.type());
}

Handler select_madc(const Instruction& i, const OperandShape&) { return mad_carry<true>(i); }

Handler select_mul24(const Instruction& i, const OperandShape&) {
  const bool high = i.has(Modifier::kHi);
  if (i.type() == ScalarType::kS32) {
    return high ? binary_op<std::int32_t, std::int32_t, Mul24<true>>
                : binary_op<std::int32_t, std::int32_t, Mul24<false>>;
  }
  return high ? binary_op<std::uint32_t, std::uint32_t, Mul24<true>>
              : binary_op<std::uint32_t, std::uint32_t, Mul24<false>>;
}

Handler select_mad24(const Instruction& i, const OperandShape&) {
  if (i.has(Modifier::kSat)) return nullptr;
  using S = std::int32_t;
  using U = std::uint32_t;
  const bool high = i.has(Modifier::kHi);
  if (i.type() == ScalarType::kS32) {
    return high ? ternary_op<S, S, S, S, Mad24<true>> : ternary_op<S, S, S, S, Mad24<false>>;
  }
  return high ? ternary_op<U, U, U, U, Mad24<true>> : ternary_op<U, U, U, U, Mad24<false>>;
}

Handler select_fma(const Instruction& i, const OperandShape&) {
  if (i.has(Modifier::kOob)) return nullptr;  // no measured encoding of the NaN that means "outside"
  if (is_float(i)) return rounded<FloatFma, 3>(i);
  return narrow<NarrowFma, 3>(i);
}

Handler select_div(const Instruction& i, const OperandShape&) {
  return is_float(i) ? rounded<FloatDiv, 2>(i) : integer_binary<Div>(i.type());
}

Handler select_rem(const Instruction& i, const OperandShape&) {
  return integer_binary<Rem>(i.type());
}

Handler select_neg(const Instruction& i, const OperandShape&) {
  if (Handler handler = narrow<NarrowNeg, 1>(i)) return handler;
  if (!is_float(i)) return integer_unary<Neg>(i.type());
  return i.has(Modifier::kFtz) ? rounded<FloatNeg, 1>(i) : sign_unary<FloatNeg>(i.type());
}

Handler select_abs(const Instruction& i, const OperandShape&) {
  if (Handler handler = narrow<NarrowAbs, 1>(i)) return handler;
  if (!is_float(i)) return integer_unary<Abs>(i.type());
  return i.has(Modifier::kFtz) ? rounded<FloatAbs, 1>(i) : sign_unary<FloatAbs>(i.type());
}

/// min or max of integers: `F`, or with .relu zero where that is negative.
template <class F>
Handler integer_extreme(const Instruction& i) {
  using S = std::int32_t;
  if (i.has(Modifier::kRelu)) {
    if (i.type() == ScalarType::kS32) return binary_op<S, S, NotNegative<F>>;
    return on_pairs<NotNegative<F>>(i.type());
  }
  if (Handler handler = on_pairs<F>(i.type())) return handler;
  return integer_binary<F>(i.type());
}

template <bool kMaximum>
Handler select_extreme(const Instruction& i, const OperandShape&) {
  if (i.has(Modifier::kXorsign) || i.operands.size() != 3) return nullptr;
  if (is_float(i)) {
    return i.has(Modifier::kNaN) ? rounded<FloatExtreme<kMaximum, true>, 2>(i)
                                 : rounded<FloatExtreme<kMaximum, false>, 2>(i);
  }
  if (i.has(Modifier::kNaN)) {
    return kMaximum ? narrow<NarrowMaxOrNan, 2>(i) : narrow<NarrowMinOrNan, 2>(i);
  }
  if constexpr (kMaximum) {
    if (Handler handler = narrow<NarrowMax, 2>(i)) return handler;
    return integer_extreme<Max>(i);
  } else {
    if (Handler handler = narrow<NarrowMin, 2>(i)) return handler;
    return integer_extreme<Min>(i);
  }
}

template <class T>
Handler select_packed_difference(const Instruction& i, const OperandShape&) {
  using U = std::uint32_t;
  return i.has(Modifier::kAdd) ? ternary_op<U, U, U, U, PackedDifference<T, true>>
                               : ternary_op<U, U, U, U, PackedDifference<T, false>>;
}

Handler select_rcp(const Instruction& i, const OperandShape&) {
  return is_float(i) ? rounded<FloatReciprocal, 1>(i) : nullptr;
}
Handler select_sqrt(const Instruction& i, const OperandShape&) {
  return is_float(i) ? rounded<FloatSqrt, 1>(i) : nullptr;
}
Handler select_rsqrt(const Instruction& i, const OperandShape&) {
  return is_float(i) ? rounded<FloatReciprocalSqrt, 1>(i) : nullptr;
}
Handler select_sin(const Instruction& i, const OperandShape&) { return approximate<FloatSin>(i); }
Handler select_cos(const Instruction& i, const OperandShape&) { return approximate<FloatCos>(i); }
Handler select_lg2(const Instruction& i, const OperandShape&) { return approximate<FloatLog2>(i); }
Handler select_ex2(const Instruction& i, const OperandShape&) {
  if (Handler handler = narrow<NarrowExp2, 1>(i)) return handler;
  return approximate<FloatExp2>(i);
}
Handler select_tanh(const Instruction& i, const OperandShape&) {
  if (Handler handler = narrow<NarrowTanh, 1>(i)) return handler;
  return approximate<FloatTanh>(i);
}

Handler select_copysign(const Instruction& i, const OperandShape&) {
  return i.type() == ScalarType::kF64 ? binary_op<double, double, FloatCopySign>
                                      : binary_op<float, float, FloatCopySign>;
}

Handler select_testp(const Instruction& i, const OperandShape&) {
  return i.type() == ScalarType::kF64 ? test_property<double> : test_property<float>;
}

Handler select_sad(const Instruction& i, const OperandShape&) {
  return integer_ternary<SumOfAbsoluteDifferences>(i.type());
}
