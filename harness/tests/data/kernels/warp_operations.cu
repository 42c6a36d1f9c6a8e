// What the lanes of a warp can ask each other: shuffles, votes, matches, reductions, masks. Launch: one
// block of 32 threads; `out` has 32 elements for each result.

__global__ void shuffles(const int* in, int* out) {
  int lane = threadIdx.x, v = in[lane];
  out[lane] = __shfl_sync(0xffffffffu, v, (lane * 7) & 31);
  out[32 + lane] = __shfl_up_sync(0xffffffffu, v, 3);
  out[64 + lane] = __shfl_down_sync(0xffffffffu, v, 5);
  out[96 + lane] = __shfl_xor_sync(0xffffffffu, v, 9);
  out[128 + lane] = __shfl_sync(0xffffffffu, v, lane & 3, 8);
  out[160 + lane] = __shfl_up_sync(0xffffffffu, v, 1, 16);
  out[192 + lane] = __shfl_xor_sync(0xffffffffu, v, 2, 4);
}

__global__ void shuffles_wide(const double* in, double* out, const long long* in64, long long* out64) {
  int lane = threadIdx.x;
  out[lane] = __shfl_xor_sync(0xffffffffu, in[lane], 1);
  out64[lane] = __shfl_down_sync(0xffffffffu, in64[lane], 2);
}

__global__ void votes(const int* in, unsigned* out) {
  int lane = threadIdx.x, v = in[lane];
  out[lane] = __ballot_sync(0xffffffffu, v > 5);
  out[32 + lane] = __all_sync(0xffffffffu, v > -1);
  out[64 + lane] = __any_sync(0xffffffffu, v > 30);
  out[96 + lane] = __uni_sync(0xffffffffu, v & 1);
  out[128 + lane] = __activemask();
  if (v & 1) {
    out[160 + lane] = __activemask();
  } else {
    out[160 + lane] = __ballot_sync(__activemask(), v > 8);
  }
}

__global__ void matches(const int* in, const long long* in64, unsigned* out) {
  int lane = threadIdx.x, all_same;
  out[lane] = __match_any_sync(0xffffffffu, in[lane]);
  out[32 + lane] = __match_all_sync(0xffffffffu, in[lane], &all_same);
  out[64 + lane] = all_same;
  out[96 + lane] = __match_any_sync(0xffffffffu, in64[lane]);
}

__global__ void reductions_of_a_warp(const int* in, int* out) {
  int lane = threadIdx.x, v = in[lane];
  out[lane] = __reduce_add_sync(0xffffffffu, v);
  out[32 + lane] = __reduce_min_sync(0xffffffffu, v);
  out[64 + lane] = __reduce_max_sync(0xffffffffu, (unsigned)v);
  out[96 + lane] = __reduce_and_sync(0xffffffffu, (unsigned)v);
  out[128 + lane] = __reduce_or_sync(0xffffffffu, (unsigned)v);
  out[160 + lane] = __reduce_xor_sync(0xffffffffu, (unsigned)v);
}

__global__ void lane_masks(unsigned* out) {
  unsigned lane = threadIdx.x, m;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
  out[lane] = m;
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(m));
  out[32 + lane] = m;
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(m));
  out[64 + lane] = m;
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(m));
  out[96 + lane] = m;
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(m));
  out[128 + lane] = m;
  asm("mov.u32 %0, %%laneid;" : "=r"(m));
  out[160 + lane] = m;
  asm("mov.u32 %0, WARP_SZ;" : "=r"(m));
  out[192 + lane] = m;
}

// Lanes with the same key elect a leader, which adds once for all of them.
__global__ void aggregated_atomics(const int* keys, int* counts, int* ranks) {
  int lane = threadIdx.x & 31, key = keys[threadIdx.x];
  unsigned peers = __match_any_sync(0xffffffffu, key);
  int leader = __ffs(peers) - 1, base = 0;
  if (lane == leader) base = atomicAdd(&counts[key], __popc(peers));
  base = __shfl_sync(peers, base, leader);
  ranks[threadIdx.x] = base + __popc(peers & ((1u << lane) - 1));
}
