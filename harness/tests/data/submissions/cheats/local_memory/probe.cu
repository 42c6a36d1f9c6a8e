// Copies the words to an array of its own and reads that.
// Caught by: reads
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  float own[2048];
  for (int i = 0; i < 2048; ++i) own[i] = in[i];
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) sum += own[(threadIdx.x * stride + k) & 2047];
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
