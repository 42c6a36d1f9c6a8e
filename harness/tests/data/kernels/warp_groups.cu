// Groups of lanes within a warp, each with a member mask of its own. Launch: one block of 32.

__global__ void votes_of_tiles(const int* in, unsigned* out) {
  const int lane = threadIdx.x;
  const unsigned tile = 0xffu << (lane / 8 * 8);
  const bool odd = in[lane] % 2 != 0;
  out[lane] = __ballot_sync(tile, odd);
  out[32 + lane] = __any_sync(tile, in[lane] > 30);
  out[64 + lane] = __all_sync(tile, in[lane] < 24);
  out[96 + lane] = __reduce_add_sync(tile, static_cast<unsigned>(in[lane]));
  out[128 + lane] = __match_any_sync(tile, lane % 2);
  out[160 + lane] = __shfl_xor_sync(tile, lane, 1);
}

// Lanes with the same label, wherever they are.
__global__ void sums_of_labels(const int* labels, unsigned* out) {
  const unsigned same = __match_any_sync(~0u, labels[threadIdx.x]);
  out[threadIdx.x] = __reduce_add_sync(same, 1);
}

__device__ __noinline__ unsigned sum_of(unsigned members, int value) {
  return __reduce_add_sync(members, static_cast<unsigned>(value));
}

// Half of the lanes come to the sum by another way, and are waited for.
__global__ void groups_across_a_branch(unsigned* out) {
  const int lane = threadIdx.x;
  const unsigned pair = 3u << (lane / 2 * 2);
  unsigned sum;
  if (lane % 2 == 0) {
    sum = sum_of(pair, 10 + lane);
  } else {
    out[32 + lane] = lane;
    sum = sum_of(pair, 10 + lane);
  }
  out[lane] = sum;
}
