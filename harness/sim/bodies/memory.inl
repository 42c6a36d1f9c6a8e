// Loads, stores and atomics.
//
// An access is resolved in steps: the lanes' addresses; bounds and alignment; the count (see
// pattern_cache.hpp); hazards and the ledger; the data. The first steps are vectorised for the
// common case that all is well and the shape has been seen; what is left goes to functions of
// BlockContext and memory_access.hpp, which are compiled once and know nothing of instruction sets.

// ---- shared

template <class Memory, class Register, int kElements>
Step load_shared_at(Warp& warp, const Op& op, std::uint32_t mask, const SharedAddresses& addresses,
                    std::uint32_t site_index) {
  constexpr std::uint32_t kWidth = sizeof(Memory) * kElements;
  BlockContext& block = *warp.block;
  if (!shared_in_bounds(block, addresses, kWidth, kWidth)) [[unlikely]] {
    return fault_shared(block, warp, op, mask, addresses.at, kWidth);
  }
  Site& site = block.sites[site_index];
  count_shared(block, warp, site, CountRule::kSharedLoad, addresses, mask, kWidth);
  if (block.log_reads) note_shared_read(block, warp, op.line, site, addresses.at, mask, kWidth);
  load_elements<Memory, Register, kElements>(warp, op, mask, block.shared.data(), addresses.at);
  if (block.options.alteration) [[unlikely]] {
    alter_elements<Memory, Register, kElements>(warp, op, lanes_to_alter(block, warp, mask));
  }
  return Step::kNext;
}

template <class Memory, class Register, int kElements>
Step store_shared_at(Warp& warp, const Op& op, std::uint32_t mask, const SharedAddresses& addresses,
                     std::uint32_t site_index) {
  constexpr std::uint32_t kWidth = sizeof(Memory) * kElements;
  BlockContext& block = *warp.block;
  if (!shared_in_bounds(block, addresses, kWidth, kWidth)) [[unlikely]] {
    return fault_shared(block, warp, op, mask, addresses.at, kWidth);
  }
  count_shared(block, warp, block.sites[site_index], CountRule::kSharedStore, addresses, mask,
               kWidth);
  if (block.options.detect_hazards) {
    alignas(64) std::byte values[kWarpLanes * kWidth];
    gather_values<Memory, Register, kElements>(warp, op, mask, values);
    note_shared_write(block, warp, op.line, addresses.at, mask, kWidth, values);
  }
  store_elements<Memory, Register, kElements>(warp, op, mask, block.shared.data(), addresses.at);
  return Step::kNext;
}

// ---- global: also constant memory and kernel parameters, which are not counted

/// Lane offsets into one allocation, when all active lanes are in it.
inline std::byte* one_allocation(BlockContext& block, const WideAddresses& addresses,
                                 std::uint32_t width, Use use, std::uint32_t* offset) {
  std::uint64_t lowest = ~std::uint64_t{0};
  std::uint64_t highest = 0;
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    lowest = addresses.at[lane] < lowest ? addresses.at[lane] : lowest;
    highest = addresses.at[lane] > highest ? addresses.at[lane] : highest;
  }
  Allocation* allocation = block.last_allocation;
  if (allocation == nullptr || !allocation->contains(lowest, width) ||
      !allocation->contains(highest, width)) {
    allocation = find_allocation(block, lowest, highest, width);
    if (allocation == nullptr) return nullptr;
  }
  if (use == kUseWritten && !allocation->writable) return nullptr;
  if ((allocation->uses & use) == 0) [[unlikely]] note_use(block, *allocation, use);
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    offset[lane] = static_cast<std::uint32_t>(addresses.at[lane] - lowest);
  }
  return allocation->data + (lowest - allocation->base);
}

inline bool aligned(const WideAddresses& addresses, std::uint32_t align) {
  std::uint64_t low_bits = 0;
  for (int lane = 0; lane < kWarpLanes; ++lane) low_bits |= addresses.at[lane];
  return (low_bits & (align - 1)) == 0;
}

template <class Memory, class Register, int kElements, bool kCounted>
Step load_global_at(Warp& warp, const Op& op, std::uint32_t mask, const WideAddresses& addresses,
                    std::uint32_t site_index) {
  constexpr std::uint32_t kWidth = sizeof(Memory) * kElements;
  BlockContext& block = *warp.block;
  alignas(64) std::uint32_t offset[kWarpLanes];
  const std::byte* data = one_allocation(block, addresses, kWidth, kUseRead, offset);
  if (data == nullptr || !aligned(addresses, kWidth)) [[unlikely]] {
    // The lanes are in several allocations, or somewhere outside: one at a time.
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const int lane = first_lane(rest);
      const std::byte* at = global_bytes(block, warp, op, lane, addresses.at[lane], kWidth, kUseRead);
      if (at == nullptr) return Step::kFault;
      const std::uint32_t nothing[kWarpLanes] = {};
      load_elements<Memory, Register, kElements>(warp, op, 1u << lane, at, nothing);
    }
  } else {
    load_elements<Memory, Register, kElements>(warp, op, mask, data, offset);
  }
  if (kCounted) count_sectors(block, warp, block.sites[site_index], addresses, mask, kWidth);
  return Step::kNext;
}

template <class Memory, class Register, int kElements>
Step store_global_at(Warp& warp, const Op& op, std::uint32_t mask, const WideAddresses& addresses,
                     std::uint32_t site_index) {
  constexpr std::uint32_t kWidth = sizeof(Memory) * kElements;
  BlockContext& block = *warp.block;
  alignas(64) std::uint32_t offset[kWarpLanes];
  std::byte* data = one_allocation(block, addresses, kWidth, kUseWritten, offset);
  if (data == nullptr || !aligned(addresses, kWidth)) [[unlikely]] {
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const int lane = first_lane(rest);
      std::byte* at = global_bytes(block, warp, op, lane, addresses.at[lane], kWidth, kUseWritten);
      if (at == nullptr) return Step::kFault;
      const std::uint32_t nothing[kWarpLanes] = {};
      store_elements<Memory, Register, kElements>(warp, op, 1u << lane, at, nothing);
    }
  } else {
    store_elements<Memory, Register, kElements>(warp, op, mask, data, offset);
    const Allocation& allocation = *block.last_allocation;
    if (allocation.written != nullptr) {
      for_each_lane(mask, [&](int lane) {
        __builtin_memset(allocation.written + (addresses.at[lane] - allocation.base), 1, kWidth);
      });
    }
  }
  count_sectors(block, warp, block.sites[site_index], addresses, mask, kWidth);
  return Step::kNext;
}

// ---- local: each thread has its own

template <class Memory, class Register, int kElements, bool kStore>
Step access_local_at(Warp& warp, const Op& op, std::uint32_t mask, const WideAddresses& addresses) {
  constexpr std::uint32_t kWidth = sizeof(Memory) * kElements;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    std::byte* at = local_bytes(warp, op, lane, addresses.at[lane], kWidth);
    if (at == nullptr) return Step::kFault;
    const std::uint32_t nothing[kWarpLanes] = {};
    if constexpr (kStore) {
      store_elements<Memory, Register, kElements>(warp, op, 1u << lane, at, nothing);
    } else {
      load_elements<Memory, Register, kElements>(warp, op, 1u << lane, at, nothing);
    }
  }
  return Step::kNext;
}

// ---- generic: the window decides. The site of the op counts shared requests, the next one global.

inline bool in_window(std::uint64_t address, std::uint64_t window) {
  return address >= window && address - window < kWindowBytes;
}

inline std::uint32_t lanes_in_window(const WideAddresses& addresses, std::uint32_t mask,
                                     std::uint64_t window) {
  return mask & lanes_where([&](int lane) { return in_window(addresses.at[lane], window); });
}

inline WideAddresses rebase(const WideAddresses& addresses, std::uint32_t mask,
                            std::uint64_t window) {
  WideAddresses result;
  for (int lane = 0; lane < kWarpLanes; ++lane) result.at[lane] = addresses.at[lane] - window;
  spread_first(result, mask);
  return result;
}

inline SharedAddresses narrow_addresses(const WideAddresses& addresses) {
  SharedAddresses result;
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    result.at[lane] = addresses.at[lane] > 0xffffffffu
                          ? 0xffffffffu
                          : static_cast<std::uint32_t>(addresses.at[lane]);
  }
  return result;
}

template <class Memory, class Register, int kElements, bool kStore>
Step access_generic(Warp& warp, const Op& op, std::uint32_t mask) {
  const WideAddresses addresses = wide_addresses<std::uint64_t>(warp, op, mask);
  const std::uint32_t shared = lanes_in_window(addresses, mask, kSharedWindow);
  const std::uint32_t local = lanes_in_window(addresses, mask, kLocalWindow);
  const std::uint32_t global = mask & ~shared & ~local;
  Step step = Step::kNext;
  if (shared != 0) {
    const SharedAddresses at = narrow_addresses(rebase(addresses, shared, kSharedWindow));
    if constexpr (kStore) {
      step = store_shared_at<Memory, Register, kElements>(warp, op, shared, at, op.site);
    } else {
      step = load_shared_at<Memory, Register, kElements>(warp, op, shared, at, op.site);
    }
  }
  if (step == Step::kNext && local != 0) {
    const WideAddresses at = rebase(addresses, local, kLocalWindow);
    step = access_local_at<Memory, Register, kElements, kStore>(warp, op, local, at);
  }
  if (step == Step::kNext && global != 0) {
    const WideAddresses at = rebase(addresses, global, 0);
    if constexpr (kStore) {
      step = store_global_at<Memory, Register, kElements>(warp, op, global, at, op.site + 1);
    } else {
      step = load_global_at<Memory, Register, kElements, true>(warp, op, global, at, op.site + 1);
    }
  }
  return step;
}

// ---- the ops

enum class Space { kShared32, kShared64, kGlobal, kUncounted, kLocal32, kLocal64, kGeneric };

template <class Memory, class Register, int kElements, Space kSpace, bool kStore>
Step access_op(Warp& warp, const Op& op, std::uint32_t mask) {
  if constexpr (kSpace == Space::kShared32 || kSpace == Space::kShared64) {
    using Address = std::conditional_t<kSpace == Space::kShared32, std::uint32_t, std::uint64_t>;
    const SharedAddresses addresses = shared_addresses<Address>(warp, op, mask);
    if constexpr (kStore) {
      return store_shared_at<Memory, Register, kElements>(warp, op, mask, addresses, op.site);
    } else {
      return load_shared_at<Memory, Register, kElements>(warp, op, mask, addresses, op.site);
    }
  } else if constexpr (kSpace == Space::kGeneric) {
    return access_generic<Memory, Register, kElements, kStore>(warp, op, mask);
  } else if constexpr (kSpace == Space::kLocal32 || kSpace == Space::kLocal64) {
    using Address = std::conditional_t<kSpace == Space::kLocal32, std::uint32_t, std::uint64_t>;
    const WideAddresses addresses = wide_addresses<Address>(warp, op, mask);
    return access_local_at<Memory, Register, kElements, kStore>(warp, op, mask, addresses);
  } else {
    const WideAddresses addresses = wide_addresses<std::uint64_t>(warp, op, mask);
    if constexpr (kStore) {
      return store_global_at<Memory, Register, kElements>(warp, op, mask, addresses, op.site);
    } else {
      return load_global_at<Memory, Register, kElements, kSpace == Space::kGlobal>(
          warp, op, mask, addresses, op.site);
    }
  }
}

// ---- call parameters: bytes per lane inside the register file (op.b), op.offset into them

template <class Memory, class Register, int kElements, bool kStore>
Step access_parameter(Warp& warp, const Op& op, std::uint32_t mask) {
  std::byte* block = reinterpret_cast<std::byte*>(warp.registers + op.b) + op.offset;
  alignas(64) std::uint32_t offset[kWarpLanes];
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) offset[lane] = lane * op.c;
  if constexpr (kStore) {
    store_elements<Memory, Register, kElements>(warp, op, mask, block, offset);
  } else {
    load_elements<Memory, Register, kElements>(warp, op, mask, block, offset);
  }
  return Step::kNext;
}

template <class Memory, class Register, int kElements, bool kStore>
Handler access_in_space(const ptx::Instruction& instruction, const OperandShape& shape) {
  if (shape.call_parameter) return access_parameter<Memory, Register, kElements, kStore>;
  const bool wide = shape.wide_address;
  switch (instruction.space) {
    case StateSpace::kShared:
      return wide ? access_op<Memory, Register, kElements, Space::kShared64, kStore>
                  : access_op<Memory, Register, kElements, Space::kShared32, kStore>;
    case StateSpace::kLocal:
      return wide ? access_op<Memory, Register, kElements, Space::kLocal64, kStore>
                  : access_op<Memory, Register, kElements, Space::kLocal32, kStore>;
    case StateSpace::kGlobal:
      return access_op<Memory, Register, kElements, Space::kGlobal, kStore>;
    case StateSpace::kGeneric:
      return access_op<Memory, Register, kElements, Space::kGeneric, kStore>;
    default:
      return access_op<Memory, Register, kElements, Space::kUncounted, kStore>;
  }
}

template <class Memory, class Register, bool kStore>
Handler access_by_vector(const ptx::Instruction& instruction, const OperandShape& shape) {
  if (instruction.vector_width == 1) {
    return access_in_space<Memory, Register, 1, kStore>(instruction, shape);
  }
  // Vectors that are widened into 64-bit registers do not occur.
  if constexpr (sizeof(Register) == 4 || sizeof(Memory) == 8) {
    if (instruction.vector_width == 2) {
      return access_in_space<Memory, Register, 2, kStore>(instruction, shape);
    }
    if constexpr (sizeof(Memory) <= 4) {
      if (instruction.vector_width == 4) {
        return access_in_space<Memory, Register, 4, kStore>(instruction, shape);
      }
    }
  }
  return nullptr;
}

/// The type whose C++ counterpart moves the same bits: signs only matter where a load widens.
inline ScalarType moved_type(ScalarType type, bool widens) {
  const bool is_signed =
      type == ScalarType::kS8 || type == ScalarType::kS16 || type == ScalarType::kS32;
  if (is_signed && widens) return type;
  switch (ptx::size_bytes(type)) {
    case 1:
      return ScalarType::kB8;
    case 2:
      return ScalarType::kB16;
    case 4:
      return ScalarType::kB32;
    case 8:
      return ScalarType::kB64;
    default:
      return ScalarType::kNone;
  }
}

/// ld and st. `shape.destination` (for stores, `shape.source`) tells the width of the registers.
template <bool kStore>
Handler select_access(const ptx::Instruction& instruction, const OperandShape& shape) {
  const std::uint32_t register_bytes = ptx::size_bytes(kStore ? shape.source : shape.destination);
  const ScalarType type = instruction.type();
  const bool widens = !kStore && register_bytes > ptx::size_bytes(type);
  return for_integer(moved_type(type, widens), [&](auto t) -> Handler {
    using Memory = decltype(t);
    if (register_bytes == 8) {
      return access_by_vector<Memory, std::uint64_t, kStore>(instruction, shape);
    }
    if constexpr (sizeof(Memory) == 8) {
      return nullptr;
    } else {
      return access_by_vector<Memory, std::uint32_t, kStore>(instruction, shape);
    }
  });
}
