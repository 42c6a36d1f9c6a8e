// Copies from global to shared memory that run beside the computation, through pipelines of groups.
// Launch: one block of 128.
#include <cuda_pipeline.h>

__global__ void async_simple(const float4* in, float4* out) {
  __shared__ float4 s[128];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// Two buffers: the next tile is on its way while this one is summed.
__global__ void async_double_buffer(const int* in, int* out, int tiles) {
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) __pipeline_memcpy_async(&s[(i + 1) & 1][t], &in[(i + 1) * 128 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i & 1][(t * 5) & 127];
    __syncthreads();
  }
  out[t] = sum;
}

// Fewer bytes than the destination takes: the rest is zero.
__global__ void async_zero_fill(const int2* in, int2* out, int n) {
  __shared__ int2 s[128];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 8, threadIdx.x < n ? 0 : 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
