// Integer arithmetic, shifts and bit operations. Arithmetic wraps, as the hardware's does; it is
// done on unsigned values because that is what C++ defines.

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
inline constexpr int kBits = 8 * static_cast<int>(sizeof(T));

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
  }
};

struct Sub {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
  }
};

struct AddSaturated {
  std::int32_t operator()(std::int32_t a, std::int32_t b) const {
    const std::int64_t sum = std::int64_t{a} + b;
    return static_cast<std::int32_t>(sum > INT32_MAX   ? INT32_MAX
                                     : sum < INT32_MIN ? INT32_MIN
                                                       : sum);
  }
};

struct SubSaturated {
  std::int32_t operator()(std::int32_t a, std::int32_t b) const {
    const std::int64_t difference = std::int64_t{a} - b;
    return static_cast<std::int32_t>(difference > INT32_MAX   ? INT32_MAX
                                     : difference < INT32_MIN ? INT32_MIN
                                                              : difference);
  }
};

struct MulLow {
  template <class T>
  T operator()(T a, T b) const {
    // 16-bit operands would be promoted to int and overflow it.
    using Wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b));
  }
};

struct MulHigh {
  template <class T>
  T operator()(T a, T b) const {
    using Wide =
        std::conditional_t<sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, Int128, UInt128>,
                           std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> kBits<T>);
  }
};

struct MadLow {
  template <class T>
  T operator()(T a, T b, T c) const {
    return Add()(MulLow()(a, b), c);
  }
};

struct MadHigh {
  template <class T>
  T operator()(T a, T b, T c) const {
    return Add()(MulHigh()(a, b), c);
  }
};

template <class Wide>
struct MulWide {
  template <class T>
  Wide operator()(T a, T b) const {
    return static_cast<Wide>(static_cast<Unsigned<Wide>>(static_cast<Wide>(a)) *
                             static_cast<Unsigned<Wide>>(static_cast<Wide>(b)));
  }
};

template <class Wide>
struct MadWide {
  template <class T>
  Wide operator()(T a, T b, Wide c) const {
    return Add()(MulWide<Wide>()(a, b), c);
  }
};

// mul24 multiplies the low 24 bits; `.hi` gives bits 16 to 47 of the product.
template <bool kHigh>
struct Mul24 {
  template <class T>
  T operator()(T a, T b) const {
    const auto low24 = [](T value) {
      const auto shifted = static_cast<std::uint32_t>(value) << 8;
      return static_cast<std::int64_t>(static_cast<T>(shifted) >> 8);
    };
    const std::int64_t product = low24(a) * low24(b);
    return static_cast<T>(kHigh ? product >> 16 : product);
  }
};

template <bool kHigh>
struct Mad24 {
  template <class T>
  T operator()(T a, T b, T c) const {
    return Add()(Mul24<kHigh>()(a, b), c);
  }
};

// Division by zero gives all ones, the remainder the dividend: PTX leaves both open, the hardware's
// emulation does this.
struct Div {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return Sub()(T{0}, a);
    }
    return static_cast<T>(a / b);
  }
};

struct Rem {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return 0;
    }
    return static_cast<T>(a % b);
  }
};

struct Neg {
  template <class T>
  T operator()(T a) const {
    return Sub()(T{0}, a);
  }
};

struct Abs {
  template <class T>
  T operator()(T a) const {
    return a < 0 ? Neg()(a) : a;
  }
};

struct Min {
  template <class T>
  T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};

struct Max {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

struct SumOfAbsoluteDifferences {
  template <class T>
  T operator()(T a, T b, T c) const {
    return Add()(c, a < b ? Sub()(b, a) : Sub()(a, b));
  }
};

struct And {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};

struct Or {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};

struct Xor {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};

struct Not {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(~a);
  }
};

struct Cnot {
  template <class T>
  T operator()(T a) const {
    return a == 0 ? 1 : 0;
  }
};

// Shift amounts are 32-bit and clamped at the width.
template <class T>
struct ShiftLeft {
  T operator()(T a, std::uint32_t count) const {
    return count >= static_cast<std::uint32_t>(kBits<T>) ? T{0} : static_cast<T>(a << count);
  }
};

template <class T>
struct ShiftRight {
  T operator()(T a, std::uint32_t count) const {
    const std::uint32_t last = kBits<T> - 1;
    if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> (count > last ? last : count));
    return count > last ? T{0} : static_cast<T>(a >> count);
  }
};

template <class T, class F>
Step shift_op(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<T> a(warp, op.a);
  const Source<std::uint32_t> b(warp, op.b);
  write_lanes(lanes<LaneOf<T>>(warp, op.d), mask,
              [&](int lane) { return to_lane<T>(F()(a[lane], b[lane])); });
  return Step::kNext;
}

// shf: the 64-bit value {b, a} shifted; the upper word for left, the lower for right.
template <bool kLeft, bool kWrap>
struct FunnelShift {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const std::uint32_t count = kWrap ? c & 31u : (c > 32u ? 32u : c);
    const std::uint64_t both = std::uint64_t{b} << 32 | a;
    return static_cast<std::uint32_t>(kLeft ? both << count >> 32 : both >> count);
  }
};

struct BitFieldExtract {
  template <class T>
  T operator()(T a, std::uint32_t position, std::uint32_t length) const {
    constexpr std::uint32_t kLast = kBits<T> - 1;
    const std::uint32_t pos = position & 0xffu;
    const std::uint32_t len = length & 0xffu;
    const bool is_signed = std::is_signed_v<T>;
    const auto bits = static_cast<Unsigned<T>>(a);
    bool sign = false;
    if (is_signed && len != 0) {
      const std::uint32_t sign_bit = pos + len - 1 > kLast ? kLast : pos + len - 1;
      sign = (bits >> sign_bit & 1u) != 0;
    }
    const Unsigned<T> shifted =
        pos > kLast ? Unsigned<T>{0} : static_cast<Unsigned<T>>(bits >> pos);
    // Bits that the field has beyond the source, and all above the field, are the sign.
    const std::uint32_t available = pos > kLast ? 0 : kLast + 1 - pos;
    const std::uint32_t keep = len < available ? len : available;
    const Unsigned<T> field =
        keep > kLast ? ~Unsigned<T>{0} : static_cast<Unsigned<T>>((Unsigned<T>{1} << keep) - 1);
    return static_cast<T>((shifted & field) |
                          (sign ? static_cast<Unsigned<T>>(~field) : Unsigned<T>{0}));
  }
};

struct BitFieldInsert {
  template <class T>
  T operator()(T a, T b, std::uint32_t position, std::uint32_t length) const {
    constexpr std::uint32_t kWidth = kBits<T>;
    const std::uint32_t pos = position & 0xffu;
    const std::uint32_t len = length & 0xffu;
    if (pos >= kWidth || len == 0) return b;
    const T ones = len >= kWidth ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << len) - 1);
    const T field = static_cast<T>(ones << pos);
    return static_cast<T>((b & ~field) | (static_cast<T>(a << pos) & field));
  }
};

template <bool kShiftAmount>
struct FindLeadingBit {
  template <class T>
  std::uint32_t operator()(T a) const {
    auto bits = static_cast<Unsigned<T>>(std::is_signed_v<T> && a < 0 ? ~a : a);
    if (bits == 0) return 0xffffffffu;
    std::uint32_t position = 0;
    while (bits >>= 1) ++position;
    return kShiftAmount ? kBits<T> - 1 - position : position;
  }
};

struct CountLeadingZeros {
  std::uint32_t operator()(std::uint32_t a) const { return a == 0 ? 32 : __builtin_clz(a); }
  std::uint32_t operator()(std::uint64_t a) const { return a == 0 ? 64 : __builtin_clzll(a); }
};

struct PopulationCount {
  std::uint32_t operator()(std::uint32_t a) const { return __builtin_popcount(a); }
  std::uint32_t operator()(std::uint64_t a) const { return __builtin_popcountll(a); }
};

struct ReverseBits {
  template <class T>
  T operator()(T a) const {
    T result = 0;
    for (int bit = 0; bit < kBits<T>; ++bit) result = static_cast<T>(result << 1 | (a >> bit & 1u));
    return result;
  }
};

// bmsk: `length` ones from bit `position` up.
template <bool kWrap>
struct BitMask {
  std::uint32_t operator()(std::uint32_t position, std::uint32_t length) const {
    if (kWrap) {
      position &= 31u;
      length &= 31u;
    }
    if (position > 31) return 0;
    const std::uint64_t ones = length > 31 ? 0xffffffffu : (1u << length) - 1u;
    return static_cast<std::uint32_t>(ones << position);
  }
};

// szext: sign- or zero-extends the low `length` bits.
template <bool kWrap>
struct SignOrZeroExtend {
  template <class T>
  T operator()(T a, T length_lanes) const {
    auto length = static_cast<std::uint32_t>(length_lanes);
    if (kWrap) length &= 31u;
    if (length == 0) return 0;
    if (length > 31) return a;
    const std::uint32_t shift = 32 - length;
    return static_cast<T>(static_cast<T>(static_cast<std::uint32_t>(a) << shift) >> shift);
  }
};

// fns: the position of the n-th set bit from `base`, upwards for positive n, downwards for
// negative.
struct FindNthSet {
  std::uint32_t operator()(std::uint32_t mask, std::uint32_t base, std::uint32_t offset) const {
    const auto count = static_cast<std::int32_t>(offset);
    if (base > 31) return 0xffffffffu;
    if (count == 0) return (mask >> base & 1u) != 0 ? base : 0xffffffffu;
    const int step = count > 0 ? 1 : -1;
    std::int64_t left = count > 0 ? count : -std::int64_t{count};
    for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step) {
      if ((mask >> bit & 1u) != 0 && --left == 0) return static_cast<std::uint32_t>(bit);
    }
    return 0xffffffffu;
  }
};

// prmt: four bytes picked from the eight of {b, a}.
inline std::uint32_t permute_bytes(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  const std::uint64_t both = std::uint64_t{b} << 32 | a;
  std::uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t choice = selector >> (4 * i) & 0xfu;
    auto byte = static_cast<std::uint32_t>(both >> (8 * (choice & 7u)) & 0xffu);
    if ((choice & 8u) != 0) byte = (byte & 0x80u) != 0 ? 0xffu : 0u;
    result |= byte << (8 * i);
  }
  return result;
}

struct Permute {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return permute_bytes(a, b, c);
  }
};

/// The selectors of prmt's special modes, indexed by mode and by the low two bits of the third
/// source.
inline constexpr std::uint16_t kPermuteModes[6][4] = {
    {0x3210, 0x4321, 0x5432, 0x6543},  // f4e
    {0x5670, 0x6701, 0x7012, 0x0123},  // b4e
    {0x0000, 0x1111, 0x2222, 0x3333},  // rc8
    {0x3210, 0x3211, 0x3222, 0x3333},  // ecl
    {0x0000, 0x1110, 0x2210, 0x3210},  // ecr
    {0x1010, 0x3232, 0x1010, 0x3232},  // rc16
};

template <int kMode>
struct PermuteMode {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return permute_bytes(a, b, kPermuteModes[kMode][c & 3u]);
  }
};

// lop3: an arbitrary function of three bits, by its truth table.
Step lop3(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<std::uint32_t> a(warp, op.a);
  const Source<std::uint32_t> b(warp, op.b);
  const Source<std::uint32_t> c(warp, op.c);
  std::uint32_t term[8];
  for (int i = 0; i < 8; ++i) term[i] = (op.aux >> i & 1u) != 0 ? 0xffffffffu : 0u;
  write_lanes(lanes<std::uint32_t>(warp, op.d), mask, [&](int lane) {
    const std::uint32_t x = a[lane];
    const std::uint32_t y = b[lane];
    const std::uint32_t z = c[lane];
    return (term[0] & ~x & ~y & ~z) | (term[1] & ~x & ~y & z) | (term[2] & ~x & y & ~z) |
           (term[3] & ~x & y & z) | (term[4] & x & ~y & ~z) | (term[5] & x & ~y & z) |
           (term[6] & x & y & ~z) | (term[7] & x & y & z);
  });
  return Step::kNext;
}

// dp4a and dp2a: sums of byte products. The two sources may differ in sign.
template <class A, class B>
struct DotBytes4 {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    for (int i = 0; i < 4; ++i) {
      c += static_cast<std::uint32_t>(static_cast<A>(a >> (8 * i)) * static_cast<B>(b >> (8 * i)));
    }
    return c;
  }
};

template <class A16, class B8, bool kHigh>
struct DotBytes2 {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    for (int i = 0; i < 2; ++i) {
      c += static_cast<std::uint32_t>(static_cast<A16>(a >> (16 * i)) *
                                      static_cast<B8>(b >> (8 * i + (kHigh ? 16 : 0))));
    }
    return c;
  }
};

// Extended precision: `op.flags` bit 0 reads the carry, bit 1 writes it. The carry is a lane mask.
inline constexpr std::uint8_t kReadsCarry = 1;
inline constexpr std::uint8_t kWritesCarry = 2;

template <class T, bool kSubtract>
Step add_with_carry(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<T> a(warp, op.a);
  const Source<T> b(warp, op.b);
  LaneOf<T>* d = lanes<LaneOf<T>>(warp, op.d);
  std::uint32_t& carry = predicate(warp, FixedSlots::kCarry);
  for_each_lane(mask, [&](int lane) {
    const unsigned in = (op.flags & kReadsCarry) != 0 ? carry >> lane & 1u : (kSubtract ? 1u : 0u);
    // a - b is a + ~b + 1; the carry is set when nothing was borrowed.
    const T other = kSubtract ? static_cast<T>(~b[lane]) : b[lane];
    const auto sum = static_cast<UInt128>(a[lane]) + other + in;
    if ((op.flags & kWritesCarry) != 0) {
      carry = (carry & ~(1u << lane)) | static_cast<std::uint32_t>(sum >> kBits<T> & 1u) << lane;
    }
    d[lane] = to_lane<T>(static_cast<T>(sum));
  });
  return Step::kNext;
}

template <class T, bool kHigh>
Step mad_with_carry(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<T> a(warp, op.a);
  const Source<T> b(warp, op.b);
  const Source<T> c(warp, op.c);
  LaneOf<T>* d = lanes<LaneOf<T>>(warp, op.d);
  std::uint32_t& carry = predicate(warp, FixedSlots::kCarry);
  for_each_lane(mask, [&](int lane) {
    const unsigned in = (op.flags & kReadsCarry) != 0 ? carry >> lane & 1u : 0u;
    const T part = kHigh ? MulHigh()(a[lane], b[lane]) : MulLow()(a[lane], b[lane]);
    const auto sum = static_cast<UInt128>(static_cast<Unsigned<T>>(part)) +
                     static_cast<Unsigned<T>>(c[lane]) + in;
    if ((op.flags & kWritesCarry) != 0) {
      carry = (carry & ~(1u << lane)) | static_cast<std::uint32_t>(sum >> kBits<T> & 1u) << lane;
    }
    d[lane] = to_lane<T>(static_cast<T>(sum));
  });
  return Step::kNext;
}
