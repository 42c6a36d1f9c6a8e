// Integers of 16 or 8 bits, two or four of them in a 32-bit lane: the halves of a pair, the bytes of
// a word.

/// `F` on each element of type `T`.
template <class T, class F>
struct Packed {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
    constexpr int kElementBits = kBits<T>;
    std::uint32_t result = 0;
    for (int at = 0; at < 32; at += kElementBits) {
      const T element = F()(static_cast<T>(a >> at), static_cast<T>(b >> at));
      result |= std::uint32_t{static_cast<Unsigned<T>>(element)} << at;
    }
    return result;
  }
};

/// `F`, and zero in place of a negative result.
template <class F>
struct NotNegative {
  template <class T>
  T operator()(T a, T b) const {
    return Max()(F()(a, b), T{0});
  }
};

struct AbsoluteDifference {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a < b ? b - a : a - b);
  }
};

/// vabsdiff2 and vabsdiff4: the third source is what masked-out elements would keep; with kAdd the
/// differences are added to it instead.
template <class T, bool kAdd>
struct PackedDifference {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const std::uint32_t differences = Packed<T, AbsoluteDifference>()(a, b);
    if (!kAdd) return differences;
    for (int at = 0; at < 32; at += kBits<T>) c += static_cast<T>(differences >> at);
    return c;
  }
};

/// The body of `F` on pairs of 16 bits; null for other types.
template <class F>
Handler on_pairs(ScalarType type) {
  using U = std::uint32_t;
  if (type == ScalarType::kU16x2) return binary_op<U, U, Packed<std::uint16_t, F>>;
  if (type == ScalarType::kS16x2) return binary_op<U, U, Packed<std::int16_t, F>>;
  return nullptr;
}
