// Works, then counts to a number in proportion to the stride.
// Caught by: even_work
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) sum += tile[(threadIdx.x * stride + k) & 2047];
  unsigned spin = threadIdx.x;
  for (int i = 0; i < 2048 * stride; ++i) asm volatile("mad.lo.u32 %0, %0, %0, 1;" : "+r"(spin));
  if (spin == 12345u) sum += 1e-9f;
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
