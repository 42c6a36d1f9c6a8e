// Fills the tile through the read-only cache, pointers marked __restrict__.
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* __restrict__ in, float* __restrict__ out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = __ldg(in + i);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) sum += tile[(threadIdx.x * stride + k) & 2047];
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
