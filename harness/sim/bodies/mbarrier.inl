// mbarrier: the lanes take their turns in order of lane number. What these do to shared memory is
// not counted: it goes through no pipe whose wavefronts were measured.

inline constexpr std::uint32_t kMbarrierBytes = 8;

/// Offsets of the lanes' objects in shared memory, or false after a fault.
template <Space kSpace>
bool resolve_mbarriers(Warp& warp, const Op& op, std::uint32_t mask, SharedAddresses& at) {
  BlockContext& block = *warp.block;
  if constexpr (kSpace == Space::kGeneric) {
    const WideAddresses addresses = wide_addresses<std::uint64_t>(warp, op, mask);
    const std::uint32_t shared = lanes_in_window(addresses, mask, kSharedWindow);
    if (shared != mask) {
      fail_mbarrier(warp, op, first_lane(mask & ~shared), "uses memory that is not shared as");
      return false;
    }
    at = narrow_addresses(rebase(addresses, mask, kSharedWindow));
  } else {
    at = shared_addresses<std::conditional_t<kSpace == Space::kShared32, std::uint32_t,
                                             std::uint64_t>>(warp, op, mask);
  }
  if (shared_in_bounds(block, at, kMbarrierBytes, kMbarrierBytes)) return true;
  fault_shared(block, warp, op, mask, at.at, kMbarrierBytes);
  return false;
}

template <Space kSpace>
Step init_mbarrier(Warp& warp, const Op& op, std::uint32_t mask) {
  SharedAddresses at;
  if (!resolve_mbarriers<kSpace>(warp, op, mask, at)) return Step::kFault;
  const Source<std::uint32_t> count(warp, op.b);
  std::uint64_t words[kWarpLanes] = {};
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const auto object = Mbarrier::with_count(count[lane]);
    if (!object) return fail_mbarrier(warp, op, lane, "gives a count out of range to");
    words[lane] = object->pack();
  }
  write_mbarriers(warp, op, at.at, mask, words);
  return Step::kNext;
}

template <Space kSpace>
Step invalidate_mbarrier(Warp& warp, const Op& op, std::uint32_t mask) {
  SharedAddresses at;
  if (!resolve_mbarriers<kSpace>(warp, op, mask, at)) return Step::kFault;
  end_mbarriers(warp, at.at, mask);
  return Step::kNext;
}

/// Changes each lane's object by op.b (1 where there is none); op.d: what it was before.
template <Space kSpace, MbarrierChange kChange>
Step change_mbarrier(Warp& warp, const Op& op, std::uint32_t mask) {
  SharedAddresses at;
  if (!resolve_mbarriers<kSpace>(warp, op, mask, at)) return Step::kFault;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const std::uint32_t amount = op.b == kNoSlot ? 1u : lanes<std::uint32_t>(warp, op.b)[lane];
    std::uint64_t before = 0;
    if (!apply_to_mbarrier(warp, op, lane, at.at[lane], kChange, amount, &before)) {
      return Step::kFault;
    }
    if (op.d != kNoSlot) lanes<std::uint64_t>(warp, op.d)[lane] = before;
  }
  return Step::kNext;
}

/// op.d: whether the phase that op.b names, by a state or by its parity, is over.
template <Space kSpace, bool kParity>
Step wait_mbarrier(Warp& warp, const Op& op, std::uint32_t mask) {
  SharedAddresses at;
  if (!resolve_mbarriers<kSpace>(warp, op, mask, at)) return Step::kFault;
  const Source<std::conditional_t<kParity, std::uint32_t, std::uint64_t>> which(warp, op.b);
  std::uint32_t over = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    std::uint32_t phase = 0;
    if constexpr (kParity) {
      phase = which[lane] & 1u;
    } else {
      const auto state = Mbarrier::unpack(which[lane]);
      if (!state) return fail_mbarrier(warp, op, lane, "waits with a state that is none of");
      phase = state->phase;
    }
    const PhaseState state = mbarrier_phase(warp, op, lane, at.at[lane], phase);
    if (state == PhaseState::kFault) return Step::kFault;
    if (state == PhaseState::kOver) over |= 1u << lane;
  }
  write_predicate(warp, op.d, mask, over);
  return Step::kNext;
}

inline Step pending_count(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<std::uint64_t> states(warp, op.a);
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const auto state = Mbarrier::unpack(states[lane]);
    if (!state) return fail_mbarrier(warp, op, lane, "takes the count of a state that is none of");
    lanes<std::uint32_t>(warp, op.d)[lane] = state->pending;
  }
  return Step::kNext;
}

template <Space kSpace>
Handler select_mbarrier_in(const ptx::Instruction& i) {
  if (i.has(Modifier::kInit)) return init_mbarrier<kSpace>;
  if (i.has(Modifier::kInval)) return invalidate_mbarrier<kSpace>;
  const bool parity = i.has(Modifier::kParity);
  if (i.has(Modifier::kTestWait) || i.has(Modifier::kTryWait)) {
    return parity ? wait_mbarrier<kSpace, true> : wait_mbarrier<kSpace, false>;
  }
  if (i.opcode == Opcode::kCp) {
    return i.has(Modifier::kNoinc) ? change_mbarrier<kSpace, MbarrierChange::kCopiesArrive>
                                   : change_mbarrier<kSpace, MbarrierChange::kCopiesJoin>;
  }
  const bool drop = i.has(Modifier::kArriveDrop);
  if (i.has(Modifier::kArrive) || drop) {
    if (i.has(Modifier::kExpectTx)) {
      return drop ? change_mbarrier<kSpace, MbarrierChange::kExpectAndDrop>
                  : change_mbarrier<kSpace, MbarrierChange::kExpectAndArrive>;
    }
    return drop ? change_mbarrier<kSpace, MbarrierChange::kDrop>
                : change_mbarrier<kSpace, MbarrierChange::kArrive>;
  }
  return i.has(Modifier::kExpectTx) ? change_mbarrier<kSpace, MbarrierChange::kExpect>
                                    : change_mbarrier<kSpace, MbarrierChange::kComplete>;
}

inline Handler select_mbarrier(const ptx::Instruction& i, const OperandShape& shape) {
  if (i.has(Modifier::kPendingCount)) return pending_count;
  if (i.space == StateSpace::kGeneric) return select_mbarrier_in<Space::kGeneric>(i);
  return shape.wide_address ? select_mbarrier_in<Space::kShared64>(i)
                            : select_mbarrier_in<Space::kShared32>(i);
}
