// Loops over the 32 lanes of a register slot. Written so that the compiler vectorises them.

using base::kFullMask;
using base::kWarpLanes;

template <class T>
using LaneOf = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// The lanes of a slot as stored: 4 bytes each for types up to 32 bits, 8 bytes for 64.
template <class T>
inline T* lanes(Warp& warp, Slot slot) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  return reinterpret_cast<T*>(__builtin_assume_aligned(warp.registers + slot, 128));
}

inline std::uint32_t& predicate(Warp& warp, Slot slot) {
  return *reinterpret_cast<std::uint32_t*>(warp.registers + slot);
}

/// Reads lane values of any width up to 8 bytes out of a slot.
template <class T>
struct Source {
  const LaneOf<T>* raw;
  Source(Warp& warp, Slot slot) : raw(lanes<LaneOf<T>>(warp, slot)) {}
  T operator[](int lane) const {
    if constexpr (sizeof(T) >= 4) {
      return __builtin_bit_cast(T, raw[lane]);
    } else {
      using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t>;
      return __builtin_bit_cast(T, static_cast<Bits>(raw[lane]));
    }
  }
};

template <class T>
inline LaneOf<T> to_lane(T value) {
  if constexpr (sizeof(T) >= 4) {
    return __builtin_bit_cast(LaneOf<T>, value);
  } else {
    using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t>;
    return __builtin_bit_cast(Bits, value);
  }
}

/// d[lane] = value(lane) for the lanes of `mask`. `value` must be defined for every lane.
template <class Lane, class Value>
inline void write_lanes(Lane* __restrict d, std::uint32_t mask, Value value) {
  if (mask == kFullMask) [[likely]] {
#pragma GCC ivdep
    for (int lane = 0; lane < kWarpLanes; ++lane) d[lane] = value(lane);
    return;
  }
  alignas(64) Lane result[kWarpLanes];
#pragma GCC ivdep
  for (int lane = 0; lane < kWarpLanes; ++lane) result[lane] = value(lane);
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    d[lane] = (mask >> lane & 1u) != 0 ? result[lane] : d[lane];
  }
}

/// The lanes for which `holds(lane)`.
template <class Holds>
inline std::uint32_t lanes_where(Holds holds) {
#ifdef __AVX2__
  alignas(32) std::int32_t flag[kWarpLanes];
#pragma GCC ivdep
  for (int lane = 0; lane < kWarpLanes; ++lane) flag[lane] = holds(lane) ? -1 : 0;
  std::uint32_t mask = 0;
  for (int part = 0; part < 4; ++part) {
    const __m256 bits =
        _mm256_castsi256_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(flag + 8 * part)));
    mask |= static_cast<std::uint32_t>(_mm256_movemask_ps(bits)) << (8 * part);
  }
  return mask;
#else
  std::uint32_t mask = 0;
  for (int lane = 0; lane < kWarpLanes; ++lane) mask |= std::uint32_t{holds(lane)} << lane;
  return mask;
#endif
}

inline void write_predicate(Warp& warp, Slot slot, std::uint32_t mask, std::uint32_t value) {
  if (slot == kNoSlot) return;
  std::uint32_t& p = predicate(warp, slot);
  p = (p & ~mask) | (value & mask);
}

inline int first_lane(std::uint32_t mask) { return __builtin_ctz(mask); }

/// Calls `visit(lane)` for the lanes of `mask` in order.
template <class Visit>
inline void for_each_lane(std::uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(__builtin_ctz(mask));
}
