// Instructions that look across the lanes of a warp, moves, and what is left.

// ---- shfl: op.b lane or delta, op.c clamp and segment mask, op.e predicate for "in range"

enum class Shuffle { kUp, kDown, kButterfly, kIndex };

template <Shuffle kKind>
Step shuffle(Warp& warp, const Op& op, std::uint32_t mask) {
  const std::uint32_t* a = lanes<std::uint32_t>(warp, op.a);
  const std::uint32_t* b = lanes<std::uint32_t>(warp, op.b);
  const std::uint32_t* c = lanes<std::uint32_t>(warp, op.c);
  std::uint32_t* d = lanes<std::uint32_t>(warp, op.d);
  alignas(64) std::uint32_t before[kWarpLanes];
  __builtin_memcpy(before, a, sizeof(before));
  std::uint32_t in_range = 0;
  for_each_lane(mask, [&](int lane) {
    const int delta = static_cast<int>(b[lane] & 0x1fu);
    const int clamp = static_cast<int>(c[lane] & 0x1fu);
    const int segment = static_cast<int>(c[lane] >> 8 & 0x1fu);
    const int highest = (lane & segment) | (clamp & ~segment);
    const int lowest = lane & segment;
    int from = lane;
    bool valid = false;
    if constexpr (kKind == Shuffle::kUp) {
      from = lane - delta;
      valid = from >= highest;
    }
    if constexpr (kKind == Shuffle::kDown) {
      from = lane + delta;
      valid = from <= highest;
    }
    if constexpr (kKind == Shuffle::kButterfly) {
      from = lane ^ delta;
      valid = from <= highest;
    }
    if constexpr (kKind == Shuffle::kIndex) {
      from = lowest | (delta & ~segment);
      valid = from <= highest;
    }
    if (!valid) from = lane;
    in_range |= std::uint32_t{valid} << lane;
    d[lane] = before[from];
  });
  write_predicate(warp, op.e, mask, in_range);
  return Step::kNext;
}

// ---- vote, match, redux, activemask, elect

inline std::uint32_t vote_source(Warp& warp, const Op& op, std::uint32_t mask) {
  return (predicate(warp, op.a) ^ (op.extra != 0 ? kFullMask : 0u)) & mask;
}

inline Step vote_all(Warp& warp, const Op& op, std::uint32_t mask) {
  write_predicate(warp, op.d, mask, vote_source(warp, op, mask) == mask ? kFullMask : 0u);
  return Step::kNext;
}
inline Step vote_any(Warp& warp, const Op& op, std::uint32_t mask) {
  write_predicate(warp, op.d, mask, vote_source(warp, op, mask) != 0 ? kFullMask : 0u);
  return Step::kNext;
}
inline Step vote_uniform(Warp& warp, const Op& op, std::uint32_t mask) {
  const std::uint32_t value = vote_source(warp, op, mask);
  write_predicate(warp, op.d, mask, value == 0 || value == mask ? kFullMask : 0u);
  return Step::kNext;
}
inline Step vote_ballot(Warp& warp, const Op& op, std::uint32_t mask) {
  const std::uint32_t value = vote_source(warp, op, mask);
  write_lanes(lanes<std::uint32_t>(warp, op.d), mask, [&](int) { return value; });
  return Step::kNext;
}

template <class T, bool kAll>
Step match(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<T> a(warp, op.a);
  alignas(64) std::uint32_t equal[kWarpLanes] = {};
  bool all = true;
  for_each_lane(mask, [&](int lane) {
    for_each_lane(mask,
                  [&](int other) { equal[lane] |= std::uint32_t{a[lane] == a[other]} << other; });
    all = all && equal[lane] == mask;
  });
  write_lanes(lanes<std::uint32_t>(warp, op.d), mask,
              [&](int lane) { return kAll ? (all ? mask : 0u) : equal[lane]; });
  if (kAll) write_predicate(warp, op.e, mask, all ? kFullMask : 0u);
  return Step::kNext;
}

template <class T, class F>
Step reduce_lanes(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<T> a(warp, op.a);
  T result = a[first_lane(mask)];
  for_each_lane(mask & (mask - 1), [&](int lane) { result = F()(result, a[lane]); });
  write_lanes(lanes<std::uint32_t>(warp, op.d), mask, [&](int) { return to_lane<T>(result); });
  return Step::kNext;
}

inline Step active_mask(Warp& warp, const Op& op, std::uint32_t mask) {
  write_lanes(lanes<std::uint32_t>(warp, op.d), mask, [&](int) { return mask; });
  return Step::kNext;
}

/// elect: the lowest lane. op.d its number, op.e the predicate that holds for it.
inline Step elect_lane(Warp& warp, const Op& op, std::uint32_t mask) {
  const auto leader = static_cast<std::uint32_t>(first_lane(mask));
  if (op.d != kNoSlot)
    write_lanes(lanes<std::uint32_t>(warp, op.d), mask, [&](int) { return leader; });
  write_predicate(warp, op.e, mask, 1u << leader);
  return Step::kNext;
}

// ---- mov

template <class Lane>
Step move(Warp& warp, const Op& op, std::uint32_t mask) {
  const Lane* a = lanes<Lane>(warp, op.a);
  write_lanes(lanes<Lane>(warp, op.d), mask, [&](int lane) { return a[lane]; });
  return Step::kNext;
}

/// mov.b32/b64 {d0, d1, …}, a: Part is the element. Slots of the elements are in Kernel::aux.
template <class Whole, class Part>
Step unpack(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<Whole> a(warp, op.a);
  alignas(64) Whole whole[kWarpLanes];
  for (int lane = 0; lane < kWarpLanes; ++lane) whole[lane] = a[lane];
  for (std::uint32_t i = 0; i < sizeof(Whole) / sizeof(Part); ++i) {
    const Slot slot = warp.block->kernel.aux[op.aux + i];
    if (slot == kNoSlot) continue;
    write_lanes(lanes<LaneOf<Part>>(warp, slot), mask, [&](int lane) {
      return to_lane<Part>(static_cast<Part>(whole[lane] >> (8 * sizeof(Part) * i)));
    });
  }
  return Step::kNext;
}

template <class Whole, class Part>
Step pack_parts(Warp& warp, const Op& op, std::uint32_t mask) {
  alignas(64) Whole whole[kWarpLanes] = {};
  for (std::uint32_t i = 0; i < sizeof(Whole) / sizeof(Part); ++i) {
    const Source<Part> part(warp, warp.block->kernel.aux[op.aux + i]);
    for (int lane = 0; lane < kWarpLanes; ++lane) {
      whole[lane] = static_cast<Whole>(whole[lane] | static_cast<Whole>(part[lane])
                                                         << (8 * sizeof(Part) * i));
    }
  }
  write_lanes(lanes<LaneOf<Whole>>(warp, op.d), mask,
              [&](int lane) { return to_lane<Whole>(whole[lane]); });
  return Step::kNext;
}

// ---- addresses

/// The address of a local variable: op.aux bytes into the running function's frame.
template <class Lane>
Step local_address(Warp& warp, const Op& op, std::uint32_t mask) {
  const Lane address = static_cast<Lane>(warp.local_base) + op.aux;
  write_lanes(lanes<Lane>(warp, op.d), mask, [&](int) { return address; });
  return Step::kNext;
}

/// cvta to and from generic: adds op.offset, the window (negative for the way back).
template <class From, class To>
Step convert_address(Warp& warp, const Op& op, std::uint32_t mask) {
  const From* a = lanes<From>(warp, op.a);
  write_lanes(lanes<To>(warp, op.d), mask, [&](int lane) {
    return static_cast<To>(a[lane] + static_cast<std::uint64_t>(op.offset));
  });
  return Step::kNext;
}

/// isspacep: whether a generic address lies in the window at op.offset; flags 1: in none of the
/// others.
inline Step is_space(Warp& warp, const Op& op, std::uint32_t mask) {
  const std::uint64_t* a = lanes<std::uint64_t>(warp, op.a);
  const auto window = static_cast<std::uint64_t>(op.offset);
  const std::uint32_t holds = lanes_where([&](int lane) {
    if (op.flags != 0) {
      return !in_window(a[lane], kSharedWindow) && !in_window(a[lane], kLocalWindow);
    }
    return in_window(a[lane], window);
  });
  write_predicate(warp, op.d, mask, holds);
  return Step::kNext;
}

// ---- clocks count the warp's own instructions: the same on every machine

template <class Lane>
Step read_clock(Warp& warp, const Op& op, std::uint32_t mask) {
  const auto now = static_cast<Lane>(warp.instructions);
  write_lanes(lanes<Lane>(warp, op.d), mask, [&](int) { return now; });
  return Step::kNext;
}

inline Step nothing(Warp&, const Op&, std::uint32_t) { return Step::kNext; }
inline Step control(Warp&, const Op&, std::uint32_t) { return Step::kControl; }

inline Step trap(Warp& warp, const Op& op, std::uint32_t mask) {
  return warp.block->fail(base::HazardKind::kTrap,
                          warp.index * kWarpLanes + static_cast<std::uint32_t>(first_lane(mask)),
                          op.line, "the kernel executed a trap instruction");
}
