// The first warp fills the tile and no other waits for it: here the sums are right all the same.
// Caught by: hazards
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  if (threadIdx.x < 32) {
    for (int i = threadIdx.x; i < 2048; i += 32) tile[i] = in[i];
  }
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) sum += tile[(threadIdx.x * stride + k) & 2047];
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
