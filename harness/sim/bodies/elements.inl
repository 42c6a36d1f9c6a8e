// The last step of a memory access: the elements of vectors, between memory and registers.

/// Destination (or source) slot of vector element `i`; kNoSlot for a sink.
template <int kElements>
inline Slot element_slot(const Warp& warp, const Op& op, int i) {
  return kElements == 1 ? op.d : warp.block->kernel.aux[op.aux + static_cast<std::uint32_t>(i)];
}

template <class Memory>
inline Memory read_bytes(const std::byte* at) {
  Memory value;
  __builtin_memcpy(&value, at, sizeof(Memory));
  return value;
}

/// Loads element by element from `base + offset[lane]`. Signed memory types are sign-extended.
template <class Memory, class Register, int kElements>
inline void load_elements(Warp& warp, const Op& op, std::uint32_t mask, const std::byte* base,
                          const std::uint32_t* offset) {
  for (int i = 0; i < kElements; ++i) {
    const Slot slot = element_slot<kElements>(warp, op, i);
    if (slot == kNoSlot) continue;
    const std::byte* element = base + static_cast<std::size_t>(i) * sizeof(Memory);
    Register* d = lanes<Register>(warp, slot);
#ifdef __AVX2__
    if constexpr (sizeof(Memory) == 4 && sizeof(Register) == 4) {
      if (mask == kFullMask) {
        for (int part = 0; part < 4; ++part) {
          const __m256i index =
              _mm256_load_si256(reinterpret_cast<const __m256i*>(offset + 8 * part));
          _mm256_store_si256(
              reinterpret_cast<__m256i*>(d + 8 * part),
              _mm256_i32gather_epi32(reinterpret_cast<const int*>(element), index, 1));
        }
        continue;
      }
    }
#endif
    write_lanes(d, mask, [&](int lane) {
      return static_cast<Register>(read_bytes<Memory>(element + offset[lane]));
    });
  }
}

template <class Memory, class Register, int kElements>
inline void store_elements(Warp& warp, const Op& op, std::uint32_t mask, std::byte* base,
                           const std::uint32_t* offset) {
  for (int i = 0; i < kElements; ++i) {
    const Slot slot = element_slot<kElements>(warp, op, i);
    if (slot == kNoSlot) continue;
    const Register* s = lanes<Register>(warp, slot);
    std::byte* element = base + static_cast<std::size_t>(i) * sizeof(Memory);
    for_each_lane(mask, [&](int lane) {
      const auto value = static_cast<Memory>(s[lane]);
      __builtin_memcpy(element + offset[lane], &value, sizeof(Memory));
    });
  }
}

/// The bytes that a store is about to write, lane after lane.
template <class Memory, class Register, int kElements>
inline void gather_values(Warp& warp, const Op& op, std::uint32_t mask, std::byte* values) {
  constexpr std::size_t kWidth = sizeof(Memory) * kElements;
  for (int i = 0; i < kElements; ++i) {
    const Slot slot = element_slot<kElements>(warp, op, i);
    const Register* s = slot == kNoSlot ? nullptr : lanes<Register>(warp, slot);
    for_each_lane(mask, [&](int lane) {
      const auto value = s == nullptr ? Memory{0} : static_cast<Memory>(s[lane]);
      __builtin_memcpy(values + static_cast<std::size_t>(lane) * kWidth +
                           static_cast<std::size_t>(i) * sizeof(Memory),
                       &value, sizeof(Memory));
    });
  }
}

/// Another value of the same size: a float stays finite and of its order of magnitude.
template <class Memory>
inline Memory another_value(Memory value) {
  if constexpr (sizeof(Memory) == 4) {
    return static_cast<Memory>(value == 0 ? 0x3f800000u : value ^ 0x00800000u);
  } else if constexpr (sizeof(Memory) == 8) {
    return static_cast<Memory>(value == 0 ? 0x3ff0000000000000u : value ^ 0x0010000000000000u);
  } else {
    return static_cast<Memory>(value ^ 1);
  }
}

template <class Memory, class Register, int kElements>
inline void alter_elements(Warp& warp, const Op& op, std::uint32_t altered) {
  for (int i = 0; i < kElements; ++i) {
    const Slot slot = element_slot<kElements>(warp, op, i);
    if (slot == kNoSlot) continue;
    Register* d = lanes<Register>(warp, slot);
    for_each_lane(altered, [&](int lane) {
      d[lane] = static_cast<Register>(another_value(static_cast<Memory>(d[lane])));
    });
  }
}
