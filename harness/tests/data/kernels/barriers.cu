// Barriers of a block, their counts, and memory fences. Launch: one block of 128 threads.

__global__ void counting_barriers(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = __syncthreads_count(in[t] > 3);
  out[128 + t] = __syncthreads_and(in[t] > -1);
  out[256 + t] = __syncthreads_or(in[t] > 100);
}

// The first two warps produce, the others consume: named barriers with counts.
__global__ void named_barriers(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t] * 2;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t - 64] = s[t - 64];
  }
}

__global__ void barrier_aligned(int* out) {
  asm volatile("barrier.sync.aligned 0;" ::: "memory");
  asm volatile("barrier.cta.sync 2, 128;" ::: "memory");
  out[threadIdx.x] = 1;
}

__global__ void fences(volatile int* flag, int* data) {
  if (threadIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  }
  if (threadIdx.x == 32) {
    while (*flag == 0) {
    }
    __threadfence_block();
    data[1] = data[0];
    __threadfence_system();
  }
}

__global__ void barrier_in_a_loop(int* data, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = data[t];
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    int v = s[(t + 1) & 127];
    __syncthreads();
    s[t] = v + i;
  }
  data[t] = s[t];
}
