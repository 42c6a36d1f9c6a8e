// Strides of their own beside those asked for; one is out of range.
constexpr int kStrides[] = {1, 2, 3, 4, 7, 8, 12, 16, 32, 33, 5000};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) sum += tile[(threadIdx.x * stride + k) & 2047];
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
