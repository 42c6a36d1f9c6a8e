// Which body executes logic, shifts, operations on bits, comparisons and selections.

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
  return select_set_predicate(i.type(), comparison_of(i), i.has(Modifier::kFtz));
}
Handler select_set(const Instruction& i, const OperandShape&) {
  return select_set_value(i.type(1), i.has(Modifier::kFtz));
}
Handler select_selp(const Instruction& i, const OperandShape&) {
  return for_width(i.type(), [](auto t) -> Handler { return select_by_predicate<decltype(t)>; });
}
Handler select_slct(const Instruction& i, const OperandShape&) {
  const bool by_float = i.type(1) == ScalarType::kF32;
  return for_width(i.type(), [&](auto t) -> Handler {
    using T = decltype(t);
    if (i.has(Modifier::kFtz)) return select_by_sign<T, Flushed>;
    return by_float ? select_by_sign<T, float> : select_by_sign<T, std::int32_t>;
  });
}
