// Barriers in shared memory that threads arrive at and wait for apart: cuda::barrier, cuda::pipeline.
// Launch: one block of 128.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init  // init() makes them

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void reverse_behind_a_barrier(const int* in, int* out) {
  __shared__ int tile[1024];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = in[threadIdx.x];
  barrier.arrive_and_wait();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

// Between arriving and waiting there is room for work that needs nobody else.
__global__ void sums_in_two_phases(const int* in, int* out) {
  __shared__ int tile[2][1024];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  int sum = 0;
  for (int phase = 0; phase < 4; ++phase) {
    tile[phase & 1][threadIdx.x] = in[threadIdx.x] + phase;
    Barrier::arrival_token token = barrier.arrive();
    sum = sum * 3 + phase;
    barrier.wait(std::move(token));
    sum += tile[phase & 1][(threadIdx.x + phase * 7) % blockDim.x];
  }
  out[threadIdx.x] = sum;
}

// The first warp produces, the others consume: two barriers for each of two buffers, one for
// "full", one for "free".
__global__ void one_warp_produces(const int* in, int* out) {
  __shared__ int buffer[2][32];
  __shared__ Barrier full[2], free[2];
  if (threadIdx.x < 2) {
    init(&full[threadIdx.x], blockDim.x);
    init(&free[threadIdx.x], blockDim.x);
  }
  __syncthreads();
  int sum = 0;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 6; ++i) {
      free[i % 2].arrive_and_wait();
      buffer[i % 2][threadIdx.x] = in[threadIdx.x] * (i + 1);
      (void)full[i % 2].arrive();
    }
  } else {
    (void)free[0].arrive();
    (void)free[1].arrive();
    for (int i = 0; i < 6; ++i) {
      full[i % 2].arrive_and_wait();
      sum += buffer[i % 2][(threadIdx.x + i) % 32];
      if (i < 4) (void)free[i % 2].arrive();
    }
  }
  out[threadIdx.x] = sum;
}

// Half of the threads leave after the first phase.
__global__ void half_drop_out(const int* in, int* out) {
  __shared__ int tile[1024];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  const unsigned half = blockDim.x / 2;
  tile[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x >= half) {
    barrier.arrive_and_drop();
    out[threadIdx.x] = -1;
    return;
  }
  barrier.arrive_and_wait();
  const int sum = tile[threadIdx.x] + tile[threadIdx.x + half];
  barrier.arrive_and_wait();
  tile[threadIdx.x] = sum;
  barrier.arrive_and_wait();
  out[threadIdx.x] = tile[half - 1 - threadIdx.x];
}

// Tiles on their way to shared memory while the one before is used, two stages.
__global__ void pipeline_of_two_stages(const int* in, int* out) {
  __shared__ int tile[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int next = 0, now = 0; now < 4; ++now) {
    for (; next < 4 && next < now + 2; ++next) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, tile[next % 2], in + next * 64, sizeof(int) * 64, pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    sum = sum * 2 + tile[now % 2][(threadIdx.x * 5 + now) % 64];
    pipeline.consumer_release();
  }
  out[threadIdx.x] = sum;
}

// A copy that arrives at a barrier by itself when it is done.
__global__ void copy_arrives(const int* in, int* out) {
  __shared__ int tile[1024];
  __shared__ Barrier barrier;
  auto block = cooperative_groups::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(block, tile, in, sizeof(int) * blockDim.x, barrier);
  barrier.arrive_and_wait();
  out[threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
}
