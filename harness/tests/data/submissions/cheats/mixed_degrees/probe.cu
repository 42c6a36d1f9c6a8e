// Makes each read once, at stride 8 in an order that takes 16, 8, 4 and 4 wavefronts: 8 on average.
// Caught by: reads
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  if (stride == 8) {
    const int lane = threadIdx.x % 32;
    for (int k = 0; k < 2048; ++k) {
      const int degree = k < 512 ? 16 : k < 1024 ? 8 : 4;
      const int row = k / 512 * 16 + (lane % degree + k) % 16;
      const int bank = (lane / degree + k / 16) % 32;
      sum += tile[row * 32 + bank];
    }
  } else {
    for (int k = 0; k < 2048; ++k) sum += tile[(threadIdx.x * stride + k) & 2047];
  }
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
