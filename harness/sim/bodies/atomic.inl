// atom and red: the lanes take their turns in order of lane number.

enum class Atomic { kAdd, kInc, kDec, kMin, kMax, kExchange, kCompareSwap, kAnd, kOr, kXor };

template <class T>
inline T atomic_add(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return Add()(a, b);
  else if constexpr (kIsNarrow<T>)
    return NarrowAdd<T>()(a, b);
  else
    return finish<false, false>(a + b);
}

template <Atomic kKind, class T>
inline T atomic_result(T old, T operand, T swap) {
  if constexpr (kKind == Atomic::kAdd) return atomic_add(old, operand);
  if constexpr (kKind == Atomic::kExchange) return operand;
  if constexpr (kKind == Atomic::kMin) return Min()(old, operand);
  if constexpr (kKind == Atomic::kMax) return Max()(old, operand);
  if constexpr (std::is_integral_v<T>) {
    if constexpr (kKind == Atomic::kInc) return old >= operand ? T{0} : Add()(old, T{1});
    if constexpr (kKind == Atomic::kDec)
      return old == 0 || old > operand ? operand : Sub()(old, T{1});
    if constexpr (kKind == Atomic::kCompareSwap) return old == operand ? swap : old;
    if constexpr (kKind == Atomic::kAnd) return And()(old, operand);
    if constexpr (kKind == Atomic::kOr) return Or()(old, operand);
    if constexpr (kKind == Atomic::kXor) return Xor()(old, operand);
  }
  return old;
}

/// Bytes behind each lane's address, or false after a fault. Shared lanes are counted and checked.
struct AtomicTargets {
  std::byte* at[kWarpLanes];
};

template <class T, Space kSpace>
Step resolve_atomic(Warp& warp, const Op& op, std::uint32_t mask, AtomicTargets& targets) {
  BlockContext& block = *warp.block;
  constexpr std::uint32_t kWidth = sizeof(T);
  WideAddresses addresses = kSpace == Space::kShared32
                                ? wide_addresses<std::uint32_t>(warp, op, mask)
                                : wide_addresses<std::uint64_t>(warp, op, mask);
  std::uint32_t shared = kSpace == Space::kGlobal ? 0u : mask;
  if constexpr (kSpace == Space::kGeneric) {
    shared = lanes_in_window(addresses, mask, kSharedWindow);
  }
  if (shared != 0) {
    const SharedAddresses at = narrow_addresses(
        kSpace == Space::kGeneric ? rebase(addresses, shared, kSharedWindow) : addresses);
    if (!shared_in_bounds(block, at, kWidth, kWidth)) {
      return fault_shared(block, warp, op, shared, at.at, kWidth);
    }
    Site& site = block.sites[op.site];
    count_shared(block, warp, site, CountRule::kSharedAtomic, at, shared, kWidth);
    apply_atomic_rule(site, static_cast<AtomicRule>(op.flags));
    note_shared_atomic(block, warp, op.line, at.at, shared, kWidth);
    for_each_lane(shared, [&](int lane) { targets.at[lane] = block.shared.data() + at.at[lane]; });
  }
  const std::uint32_t global = mask & ~shared;
  if (global == 0) return Step::kNext;
  for (std::uint32_t rest = global; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    targets.at[lane] = global_bytes(block, warp, op, lane, addresses.at[lane], kWidth, kUseBoth);
    if (targets.at[lane] == nullptr) return Step::kFault;
  }
  const std::uint32_t site = op.site + (kSpace == Space::kGeneric ? 1 : 0);
  count_sectors(block, warp, block.sites[site], rebase(addresses, global, 0), global, kWidth);
  return Step::kNext;
}

/// op.d: old value or kNoSlot (red); op.b, op.c: operands.
template <class T, Atomic kKind, Space kSpace>
Step atomic_op(Warp& warp, const Op& op, std::uint32_t mask) {
  AtomicTargets targets;
  const Step step = resolve_atomic<T, kSpace>(warp, op, mask, targets);
  if (step != Step::kNext) return step;
  const Source<T> b(warp, op.b);
  const Source<T> c(warp, op.c == kNoSlot ? op.b : op.c);
  for_each_lane(mask, [&](int lane) {
    const T old = read_bytes<T>(targets.at[lane]);
    const T operand = b[lane];
    const T result = atomic_result<kKind>(old, operand, c[lane]);
    __builtin_memcpy(targets.at[lane], &result, sizeof(T));
    if (op.d != kNoSlot) lanes<LaneOf<T>>(warp, op.d)[lane] = to_lane<T>(old);
  });
  return Step::kNext;
}

/// Atomic addition on a pair of narrow floats.
template <class N, Space kSpace>
Step atomic_add_pair(Warp& warp, const Op& op, std::uint32_t mask) {
  AtomicTargets targets;
  const Step step = resolve_atomic<std::uint32_t, kSpace>(warp, op, mask, targets);
  if (step != Step::kNext) return step;
  const Source<std::uint32_t> b(warp, op.b);
  for_each_lane(mask, [&](int lane) {
    const auto old = read_bytes<std::uint32_t>(targets.at[lane]);
    const std::uint32_t result = Paired<N, NarrowAdd<N>>()(old, b[lane]);
    __builtin_memcpy(targets.at[lane], &result, sizeof(result));
    if (op.d != kNoSlot) lanes<std::uint32_t>(warp, op.d)[lane] = old;
  });
  return Step::kNext;
}

template <class T, Atomic kKind>
Handler atomic_in_space(const ptx::Instruction& instruction, const OperandShape& shape) {
  switch (instruction.space) {
    case StateSpace::kShared:
      return shape.wide_address ? atomic_op<T, kKind, Space::kShared64>
                                : atomic_op<T, kKind, Space::kShared32>;
    case StateSpace::kGlobal:
      return atomic_op<T, kKind, Space::kGlobal>;
    case StateSpace::kGeneric:
      return atomic_op<T, kKind, Space::kGeneric>;
    default:
      return nullptr;
  }
}

template <class N>
Handler atomic_pair_in_space(const ptx::Instruction& instruction, const OperandShape& shape) {
  switch (instruction.space) {
    case StateSpace::kShared:
      return shape.wide_address ? atomic_add_pair<N, Space::kShared64>
                                : atomic_add_pair<N, Space::kShared32>;
    case StateSpace::kGlobal:
      return atomic_add_pair<N, Space::kGlobal>;
    case StateSpace::kGeneric:
      return atomic_add_pair<N, Space::kGeneric>;
    default:
      return nullptr;
  }
}

template <Atomic kKind>
Handler atomic_integer(const ptx::Instruction& instruction, const OperandShape& shape) {
  return for_integer(instruction.type(), [&](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) == 1) {
      return nullptr;
    } else {
      return atomic_in_space<T, kKind>(instruction, shape);
    }
  });
}

inline Handler select_atomic_add(const ptx::Instruction& instruction, const OperandShape& shape) {
  switch (instruction.type()) {
    case ScalarType::kF32:
      return atomic_in_space<float, Atomic::kAdd>(instruction, shape);
    case ScalarType::kF64:
      return atomic_in_space<double, Atomic::kAdd>(instruction, shape);
    case ScalarType::kF16:
      return atomic_in_space<Half, Atomic::kAdd>(instruction, shape);
    case ScalarType::kBf16:
      return atomic_in_space<BFloat, Atomic::kAdd>(instruction, shape);
    case ScalarType::kF16x2:
      return atomic_pair_in_space<Half>(instruction, shape);
    case ScalarType::kBf16x2:
      return atomic_pair_in_space<BFloat>(instruction, shape);
    default:
      return atomic_integer<Atomic::kAdd>(instruction, shape);
  }
}

inline Handler select_atomic(const ptx::Instruction& instruction, const OperandShape& shape) {
  if (instruction.vector_width != 1) return nullptr;
  if (instruction.has(Modifier::kAdd)) return select_atomic_add(instruction, shape);
  if (instruction.has(Modifier::kInc)) return atomic_integer<Atomic::kInc>(instruction, shape);
  if (instruction.has(Modifier::kDec)) return atomic_integer<Atomic::kDec>(instruction, shape);
  if (instruction.has(Modifier::kMin)) return atomic_integer<Atomic::kMin>(instruction, shape);
  if (instruction.has(Modifier::kMax)) return atomic_integer<Atomic::kMax>(instruction, shape);
  if (instruction.has(Modifier::kExch))
    return atomic_integer<Atomic::kExchange>(instruction, shape);
  if (instruction.has(Modifier::kCas))
    return atomic_integer<Atomic::kCompareSwap>(instruction, shape);
  if (instruction.has(Modifier::kAnd)) return atomic_integer<Atomic::kAnd>(instruction, shape);
  if (instruction.has(Modifier::kOr)) return atomic_integer<Atomic::kOr>(instruction, shape);
  if (instruction.has(Modifier::kXor)) return atomic_integer<Atomic::kXor>(instruction, shape);
  return nullptr;
}

// ---- cp.async and ldmatrix

/// op.a: shared destination, op.b: global source, op.aux: bytes copied, op.c: source bytes (or
/// kNoSlot).
template <class SharedRegister>
Step copy_async(Warp& warp, const Op& op, std::uint32_t mask) {
  BlockContext& block = *warp.block;
  const std::uint32_t width = op.aux;
  const SharedAddresses to = shared_addresses<SharedRegister>(warp, op, mask);
  if (!shared_in_bounds(block, to, width, width)) {
    return fault_shared(block, warp, op, mask, to.at, width);
  }
  Op source_op = op;
  source_op.a = op.b;
  source_op.offset = static_cast<std::int32_t>(op.e);
  const WideAddresses from = wide_addresses<std::uint64_t>(warp, source_op, mask);
  count_shared(block, warp, block.sites[op.site], CountRule::kSharedStore, to, mask, width);
  count_sectors(block, warp, block.sites[op.site + 1], from, mask, width);
  alignas(64) std::byte values[kWarpLanes * 16] = {};
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    std::uint32_t bytes = width;
    if (op.c != kNoSlot) {
      const std::uint32_t wanted = lanes<std::uint32_t>(warp, op.c)[lane];
      bytes = wanted < width ? wanted : width;
    }
    if (bytes == 0) continue;
    const std::byte* at = global_bytes(block, warp, op, lane, from.at[lane], bytes, kUseRead);
    if (at == nullptr) return Step::kFault;
    __builtin_memcpy(values + static_cast<std::size_t>(lane) * width, at, bytes);
  }
  note_async_write(block, warp, op.line, to.at, mask, width);
  for_each_lane(mask, [&](int lane) {
    __builtin_memcpy(block.shared.data() + to.at[lane],
                     values + static_cast<std::size_t>(lane) * width, width);
  });
  return Step::kNext;
}

inline Step commit_async(Warp& warp, const Op&, std::uint32_t) {
  commit_async_group(warp);
  return Step::kNext;
}

/// op.aux: groups that may stay pending; op.flags 1: none may, not even the open one.
inline Step wait_async(Warp& warp, const Op& op, std::uint32_t mask) {
  wait_async_groups(warp, mask, op.aux, op.flags != 0);
  return Step::kNext;
}

/// ldmatrix and stmatrix: lane 8 i + r gives the address of row r of matrix i; every lane of the
/// warp holds two 16-bit elements of each matrix. Each matrix is one pass over eight rows of 16
/// bytes.
inline constexpr std::uint32_t kMatrixRowBytes = 16;
inline constexpr std::uint32_t kMatrixRows = 8;

template <int kMatrices>
inline constexpr std::uint32_t kAddressLanes = kMatrices == 4
                                                   ? kFullMask
                                                   : (1u << (kMatrixRows * kMatrices)) - 1u;

/// Row and column of element `i` (0 or 1) of a lane.
struct MatrixPlace {
  int row;
  int column;
};
template <bool kTranspose>
inline MatrixPlace matrix_place(int lane, int i) {
  const int major = lane / 4;
  const int minor = lane % 4 * 2 + i;
  return kTranspose ? MatrixPlace{minor, major} : MatrixPlace{major, minor};
}

template <class SharedRegister, int kMatrices>
inline bool resolve_matrix(Warp& warp, const Op& op, std::uint32_t lanes_with_rows,
                           SharedAddresses& rows) {
  BlockContext& block = *warp.block;
  rows = shared_addresses<SharedRegister>(warp, op, lanes_with_rows);
  if (!shared_in_bounds(block, rows, kMatrixRowBytes, kMatrixRowBytes)) {
    fault_shared(block, warp, op, lanes_with_rows, rows.at, kMatrixRowBytes);
    return false;
  }
  // Stores of 128 bits are what the pipe serves eight lanes at a time without merging.
  count_shared(block, warp, block.sites[op.site], CountRule::kSharedStore, rows, lanes_with_rows,
               kMatrixRowBytes);
  return true;
}

template <class SharedRegister, int kMatrices, bool kTranspose>
Step load_matrix(Warp& warp, const Op& op, std::uint32_t mask) {
  BlockContext& block = *warp.block;
  const std::uint32_t with_rows = mask & kAddressLanes<kMatrices>;
  if (with_rows == 0) return Step::kNext;
  SharedAddresses rows;
  if (!resolve_matrix<SharedRegister, kMatrices>(warp, op, with_rows, rows)) return Step::kFault;
  if (block.log_reads) {
    note_shared_read(block, warp, op.line, block.sites[op.site], rows.at, with_rows,
                     kMatrixRowBytes);
  }
  for (int matrix = 0; matrix < kMatrices; ++matrix) {
    const Slot slot = element_slot<kMatrices>(warp, op, matrix);
    if (slot == kNoSlot) continue;
    const std::uint32_t* row = rows.at + kMatrixRows * static_cast<unsigned>(matrix);
    const auto element = [&](int lane, int i) {
      const MatrixPlace at = matrix_place<kTranspose>(lane, i);
      return read_bytes<std::uint16_t>(block.shared.data() + row[at.row] +
                                       2 * static_cast<std::size_t>(at.column));
    };
    write_lanes(lanes<std::uint32_t>(warp, slot), mask,
                [&](int lane) { return std::uint32_t{element(lane, 1)} << 16 | element(lane, 0); });
  }
  return Step::kNext;
}

template <class SharedRegister, int kMatrices, bool kTranspose>
Step store_matrix(Warp& warp, const Op& op, std::uint32_t mask) {
  BlockContext& block = *warp.block;
  const std::uint32_t with_rows = mask & kAddressLanes<kMatrices>;
  if (with_rows == 0) return Step::kNext;
  SharedAddresses rows;
  if (!resolve_matrix<SharedRegister, kMatrices>(warp, op, with_rows, rows)) return Step::kFault;
  alignas(64) std::byte values[kWarpLanes * kMatrixRowBytes] = {};
  for (int matrix = 0; matrix < kMatrices; ++matrix) {
    const Slot slot = element_slot<kMatrices>(warp, op, matrix);
    const std::uint32_t* source = lanes<std::uint32_t>(warp, slot);
    for_each_lane(mask, [&](int lane) {
      for (int i = 0; i < 2; ++i) {
        const MatrixPlace at = matrix_place<kTranspose>(lane, i);
        const auto half = static_cast<std::uint16_t>(source[lane] >> (16 * i));
        __builtin_memcpy(values +
                             kMatrixRowBytes * (kMatrixRows * static_cast<unsigned>(matrix) +
                                                static_cast<unsigned>(at.row)) +
                             2 * static_cast<std::size_t>(at.column),
                         &half, sizeof(half));
      }
    });
  }
  if (block.options.detect_hazards) {
    note_shared_write(block, warp, op.line, rows.at, with_rows, kMatrixRowBytes, values);
  }
  for_each_lane(with_rows, [&](int lane) {
    __builtin_memcpy(block.shared.data() + rows.at[lane],
                     values + kMatrixRowBytes * static_cast<unsigned>(lane), kMatrixRowBytes);
  });
  return Step::kNext;
}

/// movmatrix: transposes one matrix across the lanes.
inline Step transpose_matrix(Warp& warp, const Op& op, std::uint32_t mask) {
  const std::uint32_t* a = lanes<std::uint32_t>(warp, op.a);
  alignas(64) std::uint16_t matrix[kMatrixRows][kMatrixRows];
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    for (int i = 0; i < 2; ++i) {
      const MatrixPlace at = matrix_place<true>(lane, i);
      matrix[at.row][at.column] = static_cast<std::uint16_t>(a[lane] >> (16 * i));
    }
  }
  write_lanes(lanes<std::uint32_t>(warp, op.d), mask, [&](int lane) {
    const MatrixPlace at = matrix_place<false>(lane, 0);
    return std::uint32_t{matrix[at.row][at.column + 1]} << 16 | matrix[at.row][at.column];
  });
  return Step::kNext;
}

template <class SharedRegister, int kMatrices, bool kStore>
Handler matrix_handler(bool transpose) {
  if constexpr (kStore) {
    return transpose ? store_matrix<SharedRegister, kMatrices, true>
                     : store_matrix<SharedRegister, kMatrices, false>;
  } else {
    return transpose ? load_matrix<SharedRegister, kMatrices, true>
                     : load_matrix<SharedRegister, kMatrices, false>;
  }
}

template <class SharedRegister, bool kStore>
Handler select_matrix(const ptx::Instruction& instruction) {
  if (!instruction.has(Modifier::kM8n8) || ptx::size_bytes(instruction.type()) != 2) return nullptr;
  const bool transpose = instruction.has(Modifier::kTrans);
  if (instruction.has(Modifier::kX1)) return matrix_handler<SharedRegister, 1, kStore>(transpose);
  if (instruction.has(Modifier::kX2)) return matrix_handler<SharedRegister, 2, kStore>(transpose);
  return instruction.has(Modifier::kX4) ? matrix_handler<SharedRegister, 4, kStore>(transpose)
                                        : nullptr;
}
