// Constants and the index by macros.
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

#define WORDS 2048
#define ITERATIONS WORDS
#define INDEX(k) ((threadIdx.x * stride + (k)) & (WORDS - 1))

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[WORDS];
  for (int i = threadIdx.x; i < WORDS; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < ITERATIONS; ++k) sum += tile[INDEX(k)];
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
