// The shapes of lane-wise instructions: one to three sources of one type, one result.

template <class D, class S, class F>
Step unary_op(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<S> a(warp, op.a);
  write_lanes(lanes<LaneOf<D>>(warp, op.d), mask,
              [&](int lane) { return to_lane<D>(F()(a[lane])); });
  return Step::kNext;
}

template <class D, class S, class F>
Step binary_op(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<S> a(warp, op.a);
  const Source<S> b(warp, op.b);
  write_lanes(lanes<LaneOf<D>>(warp, op.d), mask,
              [&](int lane) { return to_lane<D>(F()(a[lane], b[lane])); });
  return Step::kNext;
}

template <class D, class A, class B, class C, class F>
Step ternary_op(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<A> a(warp, op.a);
  const Source<B> b(warp, op.b);
  const Source<C> c(warp, op.c);
  write_lanes(lanes<LaneOf<D>>(warp, op.d), mask,
              [&](int lane) { return to_lane<D>(F()(a[lane], b[lane], c[lane])); });
  return Step::kNext;
}

/// As ternary_op, with a fourth source of 32 bits.
template <class D, class A, class B, class C, class F>
Step quaternary_op(Warp& warp, const Op& op, std::uint32_t mask) {
  const Source<A> a(warp, op.a);
  const Source<B> b(warp, op.b);
  const Source<C> c(warp, op.c);
  const Source<std::uint32_t> e(warp, op.e);
  write_lanes(lanes<LaneOf<D>>(warp, op.d), mask,
              [&](int lane) { return to_lane<D>(F()(a[lane], b[lane], c[lane], e[lane])); });
  return Step::kNext;
}

/// Calls `make` with a value of the C++ type that holds `type`, and returns what it returns; null
/// for types that are not integers.
template <class Make>
Handler for_integer(ScalarType type, Make make) {
  switch (type) {
    case ScalarType::kB8:
    case ScalarType::kU8:
      return make(std::uint8_t{});
    case ScalarType::kS8:
      return make(std::int8_t{});
    case ScalarType::kB16:
    case ScalarType::kU16:
      return make(std::uint16_t{});
    case ScalarType::kS16:
      return make(std::int16_t{});
    case ScalarType::kB32:
    case ScalarType::kU32:
      return make(std::uint32_t{});
    case ScalarType::kS32:
      return make(std::int32_t{});
    case ScalarType::kB64:
    case ScalarType::kU64:
      return make(std::uint64_t{});
    case ScalarType::kS64:
      return make(std::int64_t{});
    default:
      return nullptr;
  }
}

/// The same for the widths alone: signs do not matter.
template <class Make>
Handler for_width(ScalarType type, Make make) {
  switch (ptx::size_bytes(type)) {
    case 1:
      return make(std::uint8_t{});
    case 2:
      return make(std::uint16_t{});
    case 4:
      return make(std::uint32_t{});
    case 8:
      return make(std::uint64_t{});
    default:
      return nullptr;
  }
}

template <class F>
Handler integer_unary(ScalarType type) {
  return for_integer(type, [](auto t) -> Handler {
    using T = decltype(t);
    return unary_op<T, T, F>;
  });
}

template <class F>
Handler integer_binary(ScalarType type) {
  return for_integer(type, [](auto t) -> Handler {
    using T = decltype(t);
    return binary_op<T, T, F>;
  });
}

template <class F>
Handler integer_ternary(ScalarType type) {
  return for_integer(type, [](auto t) -> Handler {
    using T = decltype(t);
    return ternary_op<T, T, T, T, F>;
  });
}
