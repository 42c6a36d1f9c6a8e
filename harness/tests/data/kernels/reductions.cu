// Sums of blocks of ints, from the naive tree to warp shuffles. Launch: any grid, 256 threads (a power
// of two); out[blockIdx.x] is the sum of the block's part of `in`, which has n elements.

// Interleaved addressing, divergent: every second thread of what is left works.
__global__ void reduce_modulo(const int* in, int* out, unsigned n) {
  extern __shared__ int part[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// Interleaved addressing, contiguous threads: bank conflicts that double each step.
__global__ void reduce_strided(const int* in, int* out, unsigned n) {
  extern __shared__ int part[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    unsigned at = 2 * s * t;
    if (at < blockDim.x) part[at] += part[at + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// Sequential addressing: no conflicts.
__global__ void reduce_sequential(const int* in, int* out, unsigned n) {
  extern __shared__ int part[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// The last warp unrolled, through volatile shared memory and __syncwarp.
template <unsigned kThreads>
__device__ void last_warp(volatile int* part, unsigned t) {
#pragma unroll
  for (unsigned s = 32; s > 0; s >>= 1) {
    if (kThreads >= 2 * s) {
      int other = part[t + s];
      __syncwarp();
      part[t] += other;
      __syncwarp();
    }
  }
}

template <unsigned kThreads>
__global__ void reduce_unrolled(const int* in, int* out, unsigned n) {
  __shared__ int part[kThreads + 32];
  unsigned t = threadIdx.x, i = blockIdx.x * (kThreads * 2) + t;
  int sum = i < n ? in[i] : 0;
  if (i + kThreads < n) sum += in[i + kThreads];
  part[t] = sum;
  if (t < 32) part[kThreads + t] = 0;
  __syncthreads();
#pragma unroll
  for (unsigned s = kThreads / 2; s > 32; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t < 32) last_warp<kThreads>(part, t);
  if (t == 0) out[blockIdx.x] = part[0];
}
template __global__ void reduce_unrolled<128>(const int*, int*, unsigned);
template __global__ void reduce_unrolled<256>(const int*, int*, unsigned);

// A grid-stride loop, shuffles within the warp, shared memory between the warps.
__global__ void reduce_shuffle(const int* in, int* out, unsigned n) {
  __shared__ int of_warp[32];
  int sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += in[i];
  }
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
  unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < blockDim.x / 32 ? of_warp[lane] : 0;
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) out[blockIdx.x] = sum;
  }
}

// The warp-wide reduction of the hardware, and one atomic for each block.
__global__ void reduce_redux(const int* in, int* out, unsigned n) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = __reduce_add_sync(0xffffffffu, i < n ? in[i] : 0);
  if ((threadIdx.x & 31) == 0) atomicAdd(&total, sum);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}

// One pass over the grid: the last block to finish adds up the partial sums.
__device__ unsigned blocks_done = 0;
__global__ void reduce_single_pass(const float* in, volatile float* partial, float* out, unsigned n) {
  __shared__ float part[256];
  __shared__ bool is_last;
  unsigned t = threadIdx.x;
  float sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  part[t] = sum;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = part[0];
    __threadfence();
    is_last = atomicInc(&blocks_done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) {
    sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];
    *out = sum;
    blocks_done = 0;
  }
}
