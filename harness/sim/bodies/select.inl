// Which body executes an instruction: one row per opcode, one small function where types or
// modifiers decide. A form without a body gives null, and the program that uses it is refused
// before it runs.

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
  if (!i.has(Modifier::kAsync) || i.has(Modifier::kBulk)) return nullptr;
  if (i.has(Modifier::kMbarrier)) return select_mbarrier(i, shape);
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
    {Opcode::kMbarrier, select_mbarrier},
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
    {Opcode::kVabsdiff2, select_packed_difference<std::uint16_t>},
    {Opcode::kVabsdiff4, select_packed_difference<std::uint8_t>},
    {Opcode::kVote, select_vote},
    {Opcode::kXor, select_logic<Xor>},
};

Handler select(const ptx::Instruction& instruction, const OperandShape& shape) {
  for (const Selection& row : kSelections) {
    if (row.opcode == instruction.opcode) return row.select(instruction, shape);
  }
  return nullptr;
}
