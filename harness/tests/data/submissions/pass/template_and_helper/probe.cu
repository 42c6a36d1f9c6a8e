// Other loop shapes, a template, a helper function.
constexpr int kStrides[] = {1, 4, 3, 8, 16};
constexpr int kWords = 512;

template <int kCount>
__device__ float sum_from(const float* words, int first) {
  float sum = 0.0f;
#pragma unroll 8
  for (int k = 0; k < kCount; ++k) sum += words[(first + k) % kCount];
  return sum;
}

__global__ void probe(const float* in, float* out, int stride) {
  __shared__ float tile[kWords];
  const int threads = blockDim.x;
  for (int i = 4 * threadIdx.x; i < kWords; i += 4 * threads) {
    for (int j = 0; j < 4; ++j) tile[i + j] = in[i + j];
  }
  __syncthreads();
  out[blockIdx.x * threads + threadIdx.x] = sum_from<kWords>(tile, int(threadIdx.x) * stride);
}
