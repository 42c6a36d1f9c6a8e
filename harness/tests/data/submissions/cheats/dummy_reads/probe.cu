// Makes every read and drops it; the sum comes from global memory, in the right order.
// Caught by: reads
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  volatile float* const shown = tile;
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) {
    (void)shown[(threadIdx.x * stride + k) & 2047];
    sum += in[(threadIdx.x * stride + k) & 2047];
  }
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
