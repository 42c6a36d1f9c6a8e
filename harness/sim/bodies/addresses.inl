// The first steps of a memory access: the addresses of the lanes, their bounds, and the count.

/// Byte addresses of the lanes. Idle lanes repeat the first active lane's, so that loops over all
/// lanes are safe and bounds need no mask.
struct SharedAddresses {
  alignas(64) std::uint32_t at[kWarpLanes];
};
struct WideAddresses {
  alignas(64) std::uint64_t at[kWarpLanes];
};

template <class A>
inline void spread_first(A& addresses, std::uint32_t mask) {
  if (mask == kFullMask) return;
  const auto first = addresses.at[first_lane(mask)];
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    addresses.at[lane] = (mask >> lane & 1u) != 0 ? addresses.at[lane] : first;
  }
}

template <class Register>
inline WideAddresses wide_addresses(Warp& warp, const Op& op, std::uint32_t mask) {
  WideAddresses addresses;
  const Register* a = lanes<Register>(warp, op.a);
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    addresses.at[lane] = a[lane] + static_cast<std::uint64_t>(op.offset);
  }
  spread_first(addresses, mask);
  return addresses;
}

/// Offsets into shared memory. Those beyond 32 bits become the largest, which is out of bounds.
template <class Register>
inline SharedAddresses shared_addresses(Warp& warp, const Op& op, std::uint32_t mask) {
  SharedAddresses addresses;
  const Register* a = lanes<Register>(warp, op.a);
  if constexpr (sizeof(Register) == 4) {
    const auto offset = static_cast<std::uint32_t>(op.offset);
    for (int lane = 0; lane < kWarpLanes; ++lane) addresses.at[lane] = a[lane] + offset;
  } else {
    for (int lane = 0; lane < kWarpLanes; ++lane) {
      const std::uint64_t address = a[lane] + static_cast<std::uint64_t>(op.offset);
      addresses.at[lane] =
          address > 0xffffffffu ? 0xffffffffu : static_cast<std::uint32_t>(address);
    }
  }
  spread_first(addresses, mask);
  return addresses;
}

inline bool shared_in_bounds(const BlockContext& block, const SharedAddresses& addresses,
                             std::uint32_t width, std::uint32_t align) {
  std::uint32_t highest = 0;
  std::uint32_t low_bits = 0;
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    highest = addresses.at[lane] > highest ? addresses.at[lane] : highest;
    low_bits |= addresses.at[lane];
  }
  return width <= block.shared_bytes && highest <= block.shared_bytes - width &&
         (low_bits & (align - 1)) == 0;
}

/// Counts a shared access at `site`.
inline void count_shared(BlockContext& block, Warp& warp, Site& site, CountRule rule,
                         const SharedAddresses& addresses, std::uint32_t mask,
                         std::uint32_t width) {
  const std::uint32_t first = addresses.at[first_lane(mask)];
  std::uint32_t difference = (site.last.mask ^ mask) |
                             (site.last.low_bits ^ (first & (base::kBankBytes - 1))) |
                             (site.last.width ^ width);
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    difference |= (addresses.at[lane] - first) ^ site.last.distance[lane];
  }
  if (difference != 0) [[unlikely]] {
    look_up_shared(block, warp, site, rule, addresses.at, mask, width);
  }
  ++site.requests;
  site.cost += site.last_cost;
  if (site.last_cost > site.worst) site.worst = site.last_cost;
}

inline void count_sectors(BlockContext& block, Warp& warp, Site& site,
                          const WideAddresses& addresses, std::uint32_t mask, std::uint32_t width) {
  const std::uint64_t first = addresses.at[first_lane(mask)];
  std::uint32_t difference = (site.last.mask ^ mask) |
                             (site.last.low_bits ^ static_cast<std::uint32_t>(first & 31u)) |
                             (site.last.width ^ width);
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    difference |= static_cast<std::uint32_t>(addresses.at[lane] - first) ^ site.last.distance[lane];
  }
  if (difference != 0) look_up_sectors(block, warp, site, addresses.at, mask, width);
  ++site.requests;
  site.cost += site.last_cost;
  if (site.last_cost > site.worst) site.worst = site.last_cost;
}
