// Cooperative groups: blocks, tiles, coalesced threads, labelled partitions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__device__ int sum_of_group(const cg::thread_group& group, int* part, int value) {
  int rank = group.thread_rank();
  for (int i = group.size() / 2; i > 0; i /= 2) {
    part[rank] = value;
    group.sync();
    if (rank < i) value += part[rank + i];
    group.sync();
  }
  return value;
}

// Launch: one block of 64; out[0] the sum of all ranks, out[1..4] those of each tile of 16.
__global__ void group_sums(int* out) {
  extern __shared__ int part[];
  cg::thread_block block = cg::this_thread_block();
  int sum = sum_of_group(block, part, block.thread_rank());
  if (block.thread_rank() == 0) out[0] = sum;
  block.sync();
  auto tile = cg::tiled_partition<16>(block);
  int offset = block.thread_rank() - tile.thread_rank();
  sum = sum_of_group(tile, part + offset, tile.thread_rank());
  if (tile.thread_rank() == 0) out[1 + offset / 16] = sum;
}

__global__ void tile_shuffles(const int* in, int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = in[threadIdx.x];
  for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
  v = tile.shfl(v, 0);
  out[threadIdx.x] = v + tile.any(v > 3) + tile.ballot(v & 1) + tile.meta_group_rank();
}

__global__ void tile_reduce(const int* in, int* out, float* scans) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  out[threadIdx.x] = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
  scans[threadIdx.x] = cg::inclusive_scan(tile, (float)in[threadIdx.x]);
}

__global__ void coalesced(const int* in, int* counter, int* ranks) {
  if (in[threadIdx.x] > 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0) base = atomicAdd(counter, active.size());
    ranks[threadIdx.x] = active.shfl(base, 0) + active.thread_rank();
  }
}

__global__ void labelled(const int* labels, int* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto same = cg::labeled_partition(tile, labels[threadIdx.x]);
  out[threadIdx.x] = cg::reduce(same, 1, cg::plus<int>()) * 100 + same.thread_rank();
}
