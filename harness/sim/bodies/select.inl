// Which body executes an instruction: one row per opcode, one small function where types or
// modifiers decide. A form without a body gives null, and the program that uses it is refused
// before it runs.

using Instruction = ptx::Instruction;

inline bool is_float(const Instruction& i) {
  return i.type() == ScalarType::kF32 || i.type() == ScalarType::kF64;
}

template <class Integer, class Float, template <class> class Short>
Handler two_source_arithmetic(const Instruction& i) {
  if (is_float(i)) return rounded<Float, 2>(i);
  if (Handler handler = narrow<Short, 2>(i)) return handler;
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

template <bool kMaximum>
Handler select_extreme(const Instruction& i, const OperandShape&) {
  if (i.has(Modifier::kXorsign) || i.operands.size() != 3) return nullptr;
  if (is_float(i)) {
    return i.has(Modifier::kNaN) ? rounded<FloatExtreme<kMaximum, true>, 2>(i)
                                 : rounded<FloatExtreme<kMaximum, false>, 2>(i);
  }
  if (i.has(Modifier::kNaN)) return nullptr;
  if constexpr (kMaximum) {
    if (Handler handler = narrow<NarrowMax, 2>(i)) return handler;
    return integer_binary<Max>(i.type());
  } else {
    if (Handler handler = narrow<NarrowMin, 2>(i)) return handler;
    return integer_binary<Min>(i.type());
  }
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

template <class F>
Handler select_logic(const Instruction& i, const OperandShape&) {
  if (i.type() == ScalarType::kPred) return predicate_op<F>;
  return for_width(i.type(), [](auto t) -> Handler {
    using T = decltype(t);
    return binary_op<T, T, F>;
  });
}

Handler select_not(const Instruction& i, const OperandShape&) {
  return i.type() == ScalarType::kPred ? predicate_op<PredicateNot> : integer_unary<Not>(i.type());
}
Handler select_cnot(const Instruction& i, const OperandShape&) {
  return integer_unary<Cnot>(i.type());
}

Handler select_shl(const Instruction& i, const OperandShape&) {
  return for_width(i.type(), [](auto t) -> Handler {
    using T = decltype(t);
    return shift_op<T, ShiftLeft<T>>;
  });
}
Handler select_shr(const Instruction& i, const OperandShape&) {
  return for_integer(i.type(), [](auto t) -> Handler {
    using T = decltype(t);
    return shift_op<T, ShiftRight<T>>;
  });
}

Handler select_shf(const Instruction& i, const OperandShape&) {
  using U = std::uint32_t;
  const bool wrap = i.has(Modifier::kWrap);
  if (i.has(Modifier::kL)) {
    return wrap ? ternary_op<U, U, U, U, FunnelShift<true, true>>
                : ternary_op<U, U, U, U, FunnelShift<true, false>>;
  }
  return wrap ? ternary_op<U, U, U, U, FunnelShift<false, true>>
              : ternary_op<U, U, U, U, FunnelShift<false, false>>;
}

Handler select_bfe(const Instruction& i, const OperandShape&) {
  return for_integer(i.type(), [](auto t) -> Handler {
    using T = decltype(t);
    return ternary_op<T, T, std::uint32_t, std::uint32_t, BitFieldExtract>;
  });
}
Handler select_bfi(const Instruction& i, const OperandShape&) {
  return for_width(i.type(), [](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) < 4) {
      return nullptr;
    } else {
      return quaternary_op<T, T, T, std::uint32_t, BitFieldInsert>;
    }
  });
}
Handler select_bfind(const Instruction& i, const OperandShape&) {
  const bool amount = i.has(Modifier::kShiftamt);
  return for_integer(i.type(), [&](auto t) -> Handler {
    using T = decltype(t);
    return amount ? unary_op<std::uint32_t, T, FindLeadingBit<true>>
                  : unary_op<std::uint32_t, T, FindLeadingBit<false>>;
  });
}

template <class F>
Handler select_bit_count(const Instruction& i, const OperandShape&) {
  return ptx::size_bytes(i.type()) == 8 ? unary_op<std::uint32_t, std::uint64_t, F>
                                        : unary_op<std::uint32_t, std::uint32_t, F>;
}

Handler select_brev(const Instruction& i, const OperandShape&) {
  return for_width(i.type(), [](auto t) -> Handler {
    using T = decltype(t);
    return unary_op<T, T, ReverseBits>;
  });
}

Handler select_bmsk(const Instruction& i, const OperandShape&) {
  using U = std::uint32_t;
  return i.has(Modifier::kWrap) ? binary_op<U, U, BitMask<true>> : binary_op<U, U, BitMask<false>>;
}

Handler select_szext(const Instruction& i, const OperandShape&) {
  const bool wrap = i.has(Modifier::kWrap);
  if (i.type() == ScalarType::kS32) {
    using S = std::int32_t;
    return wrap ? binary_op<S, S, SignOrZeroExtend<true>>
                : binary_op<S, S, SignOrZeroExtend<false>>;
  }
  using U = std::uint32_t;
  return wrap ? binary_op<U, U, SignOrZeroExtend<true>> : binary_op<U, U, SignOrZeroExtend<false>>;
}

Handler select_fns(const Instruction&, const OperandShape&) {
  using U = std::uint32_t;
  return ternary_op<U, U, U, U, FindNthSet>;
}

Handler select_prmt(const Instruction& i, const OperandShape&) {
  using U = std::uint32_t;
  if (i.has(Modifier::kF4e)) return ternary_op<U, U, U, U, PermuteMode<0>>;
  if (i.has(Modifier::kB4e)) return ternary_op<U, U, U, U, PermuteMode<1>>;
  if (i.has(Modifier::kRc8)) return ternary_op<U, U, U, U, PermuteMode<2>>;
  if (i.has(Modifier::kEcl)) return ternary_op<U, U, U, U, PermuteMode<3>>;
  if (i.has(Modifier::kEcr)) return ternary_op<U, U, U, U, PermuteMode<4>>;
  if (i.has(Modifier::kRc16)) return ternary_op<U, U, U, U, PermuteMode<5>>;
  return ternary_op<U, U, U, U, Permute>;
}

Handler select_lop3(const Instruction& i, const OperandShape&) {
  return i.operands.size() == 5 ? lop3 : nullptr;
}

template <class A, class B>
Handler dot_product(const Instruction& i) {
  using U = std::uint32_t;
  if (i.opcode == Opcode::kDp4a) return ternary_op<U, U, U, U, DotBytes4<A, B>>;
  using A16 = std::conditional_t<std::is_signed_v<A>, std::int16_t, std::uint16_t>;
  return i.has(Modifier::kHi) ? ternary_op<U, U, U, U, DotBytes2<A16, B, true>>
                              : ternary_op<U, U, U, U, DotBytes2<A16, B, false>>;
}

Handler select_dot(const Instruction& i, const OperandShape&) {
  const bool a_signed = i.type(0) == ScalarType::kS32;
  const bool b_signed = i.type(1) == ScalarType::kS32;
  if (a_signed) {
    return b_signed ? dot_product<std::int8_t, std::int8_t>(i)
                    : dot_product<std::int8_t, std::uint8_t>(i);
  }
  return b_signed ? dot_product<std::uint8_t, std::int8_t>(i)
                  : dot_product<std::uint8_t, std::uint8_t>(i);
}

Handler select_setp(const Instruction& i, const OperandShape&) {
  return select_set_predicate(i.type(), comparison_of(i));
}
Handler select_set(const Instruction& i, const OperandShape&) {
  return select_set_value(i.type(1));
}
Handler select_selp(const Instruction& i, const OperandShape&) {
  return for_width(i.type(), [](auto t) -> Handler { return select_by_predicate<decltype(t)>; });
}
Handler select_slct(const Instruction& i, const OperandShape&) {
  const bool by_float = i.type(1) == ScalarType::kF32;
  return for_width(i.type(), [&](auto t) -> Handler {
    using T = decltype(t);
    return by_float ? select_by_sign<T, float> : select_by_sign<T, std::int32_t>;
  });
}

Handler select_ld(const Instruction& i, const OperandShape& shape) {
  return select_access<false>(i, shape);
}
Handler select_st(const Instruction& i, const OperandShape& shape) {
  return select_access<true>(i, shape);
}

template <bool kStore>
Handler select_shared_matrix(const Instruction& i, const OperandShape& shape) {
  return shape.wide_address ? select_matrix<std::uint64_t, kStore>(i)
                            : select_matrix<std::uint32_t, kStore>(i);
}

Handler select_movmatrix(const Instruction&, const OperandShape&) { return transpose_matrix; }

Handler select_cp(const Instruction& i, const OperandShape& shape) {
  if (!i.has(Modifier::kAsync) || i.has(Modifier::kBulk) || i.has(Modifier::kMbarrier))
    return nullptr;
  if (i.has(Modifier::kCommitGroup)) return commit_async;
  if (i.has(Modifier::kWaitGroup) || i.has(Modifier::kWaitAll)) return wait_async;
  return shape.wide_address ? copy_async<std::uint64_t> : copy_async<std::uint32_t>;
}

Handler select_shfl(const Instruction& i, const OperandShape&) {
  if (i.has(Modifier::kUp)) return shuffle<Shuffle::kUp>;
  if (i.has(Modifier::kDown)) return shuffle<Shuffle::kDown>;
  return i.has(Modifier::kBfly) ? shuffle<Shuffle::kButterfly> : shuffle<Shuffle::kIndex>;
}

Handler select_vote(const Instruction& i, const OperandShape&) {
  if (i.has(Modifier::kBallot)) return vote_ballot;
  if (i.has(Modifier::kAll)) return vote_all;
  return i.has(Modifier::kAny) ? vote_any : vote_uniform;
}

Handler select_match(const Instruction& i, const OperandShape&) {
  const bool all = i.has(Modifier::kAll);
  if (ptx::size_bytes(i.type()) == 8)
    return all ? match<std::uint64_t, true> : match<std::uint64_t, false>;
  return all ? match<std::uint32_t, true> : match<std::uint32_t, false>;
}

Handler select_redux(const Instruction& i, const OperandShape&) {
  using U = std::uint32_t;
  using S = std::int32_t;
  const bool is_signed = i.type() == ScalarType::kS32;
  if (!is_signed && ptx::size_bytes(i.type()) == 4 && i.type() == ScalarType::kF32) return nullptr;
  if (i.has(Modifier::kAdd)) return reduce_lanes<U, Add>;
  if (i.has(Modifier::kMin)) return is_signed ? reduce_lanes<S, Min> : reduce_lanes<U, Min>;
  if (i.has(Modifier::kMax)) return is_signed ? reduce_lanes<S, Max> : reduce_lanes<U, Max>;
  if (i.has(Modifier::kAnd)) return reduce_lanes<U, And>;
  if (i.has(Modifier::kOr)) return reduce_lanes<U, Or>;
  return i.has(Modifier::kXor) ? reduce_lanes<U, Xor> : nullptr;
}

template <class Whole, class Part>
Handler vector_move(bool packs) {
  return packs ? pack_parts<Whole, Part> : unpack<Whole, Part>;
}

/// Moves with a vector on one side: the parts' width follows from their number.
Handler select_vector_move(const Instruction& i, bool packs, std::size_t parts) {
  const std::uint32_t bytes = ptx::size_bytes(i.type());
  if (bytes == 8 && parts == 2) return vector_move<std::uint64_t, std::uint32_t>(packs);
  if (bytes == 8 && parts == 4) return vector_move<std::uint64_t, std::uint16_t>(packs);
  if (bytes == 4 && parts == 2) return vector_move<std::uint32_t, std::uint16_t>(packs);
  if (bytes == 4 && parts == 4) return vector_move<std::uint32_t, std::uint8_t>(packs);
  if (bytes == 2 && parts == 2) return vector_move<std::uint16_t, std::uint8_t>(packs);
  return nullptr;
}

Handler select_mov(const Instruction& i, const OperandShape& shape) {
  if (i.type() == ScalarType::kPred) return predicate_op<PredicateMove>;
  const auto* to = std::get_if<ptx::VectorOperand>(&i.operands[0].value);
  const auto* from = std::get_if<ptx::VectorOperand>(&i.operands[1].value);
  if (from != nullptr) return select_vector_move(i, true, from->elements.size());
  if (to != nullptr) return select_vector_move(i, false, to->elements.size());
  const bool wide = ptx::size_bytes(i.type()) == 8;
  if (shape.clock_source) return wide ? read_clock<std::uint64_t> : read_clock<std::uint32_t>;
  if (shape.local_source) return wide ? local_address<std::uint64_t> : local_address<std::uint32_t>;
  return wide ? move<std::uint64_t> : move<std::uint32_t>;
}

Handler select_cvta(const Instruction& i, const OperandShape&) {
  return ptx::size_bytes(i.type()) == 8 ? convert_address<std::uint64_t, std::uint64_t> : nullptr;
}
Handler select_isspacep(const Instruction&, const OperandShape&) { return is_space; }

Handler select_nothing(const Instruction&, const OperandShape&) { return nothing; }
Handler select_control(const Instruction&, const OperandShape&) { return control; }
Handler select_trap(const Instruction&, const OperandShape&) { return trap; }
Handler select_activemask(const Instruction&, const OperandShape&) { return active_mask; }
Handler select_elect(const Instruction&, const OperandShape&) { return elect_lane; }

struct Selection {
  Opcode opcode;
  Handler (*select)(const Instruction&, const OperandShape&);
};

constexpr Selection kSelections[] = {
    {Opcode::kAbs, select_abs},
    {Opcode::kActivemask, select_activemask},
    {Opcode::kAdd, select_add},
    {Opcode::kAddc, select_addc},
    {Opcode::kAnd, select_logic<And>},
    {Opcode::kAtom, select_atomic},
    {Opcode::kBar, select_control},
    {Opcode::kBarrier, select_control},
    {Opcode::kBfe, select_bfe},
    {Opcode::kBfi, select_bfi},
    {Opcode::kBfind, select_bfind},
    {Opcode::kBmsk, select_bmsk},
    {Opcode::kBra, select_control},
    {Opcode::kBrev, select_brev},
    {Opcode::kBrkpt, select_trap},
    {Opcode::kBrx, select_control},
    {Opcode::kCall, select_control},
    {Opcode::kClz, select_bit_count<CountLeadingZeros>},
    {Opcode::kCnot, select_cnot},
    {Opcode::kCopysign, select_copysign},
    {Opcode::kCos, select_cos},
    {Opcode::kCp, select_cp},
    {Opcode::kCvt,
     [](const Instruction& i, const OperandShape& s) { return select_convert(i, s); }},
    {Opcode::kCvta, select_cvta},
    {Opcode::kDiscard, select_nothing},
    {Opcode::kDiv, select_div},
    {Opcode::kDp2a, select_dot},
    {Opcode::kDp4a, select_dot},
    {Opcode::kElect, select_elect},
    {Opcode::kEx2, select_ex2},
    {Opcode::kExit, select_control},
    {Opcode::kFence, select_nothing},
    {Opcode::kFma, select_fma},
    {Opcode::kFns, select_fns},
    {Opcode::kIsspacep, select_isspacep},
    {Opcode::kLd, select_ld},
    {Opcode::kLdmatrix, select_shared_matrix<false>},
    {Opcode::kLdu, select_ld},
    {Opcode::kLg2, select_lg2},
    {Opcode::kLop3, select_lop3},
    {Opcode::kMad, select_mad},
    {Opcode::kMad24, select_mad24},
    {Opcode::kMadc, select_madc},
    {Opcode::kMatch, select_match},
    {Opcode::kMax, select_extreme<true>},
    {Opcode::kMembar, select_nothing},
    {Opcode::kMin, select_extreme<false>},
    {Opcode::kMov, select_mov},
    {Opcode::kMovmatrix, select_movmatrix},
    {Opcode::kMul, select_mul},
    {Opcode::kMul24, select_mul24},
    {Opcode::kNanosleep, select_nothing},
    {Opcode::kNeg, select_neg},
    {Opcode::kNot, select_not},
    {Opcode::kOr, select_logic<Or>},
    {Opcode::kPmevent, select_nothing},
    {Opcode::kPopc, select_bit_count<PopulationCount>},
    {Opcode::kPrefetch, select_nothing},
    {Opcode::kPrmt, select_prmt},
    {Opcode::kRcp, select_rcp},
    {Opcode::kRed, select_atomic},
    {Opcode::kRedux, select_redux},
    {Opcode::kRem, select_rem},
    {Opcode::kRet, select_control},
    {Opcode::kRsqrt, select_rsqrt},
    {Opcode::kSad, select_sad},
    {Opcode::kSelp, select_selp},
    {Opcode::kSet, select_set},
    {Opcode::kSetp, select_setp},
    {Opcode::kShf, select_shf},
    {Opcode::kShfl, select_shfl},
    {Opcode::kShl, select_shl},
    {Opcode::kShr, select_shr},
    {Opcode::kSin, select_sin},
    {Opcode::kSlct, select_slct},
    {Opcode::kSqrt, select_sqrt},
    {Opcode::kSt, select_st},
    {Opcode::kStmatrix, select_shared_matrix<true>},
    {Opcode::kSub, select_sub},
    {Opcode::kSubc, select_subc},
    {Opcode::kSzext, select_szext},
    {Opcode::kTanh, select_tanh},
    {Opcode::kTestp, select_testp},
    {Opcode::kTrap, select_trap},
    {Opcode::kVote, select_vote},
    {Opcode::kXor, select_logic<Xor>},
};

Handler select(const ptx::Instruction& instruction, const OperandShape& shape) {
  for (const Selection& row : kSelections) {
    if (row.opcode == instruction.opcode) return row.select(instruction, shape);
  }
  return nullptr;
}
