// An index that walks and wraps, without a multiplication in the loop.
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  int word = threadIdx.x * stride % 2048;
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) {
    sum += tile[word];
    if (++word == 2048) word = 0;
  }
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
