// At stride 3, makes conflicting stores to shared memory to slow it down.
// Caught by: even_work
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float waste[1024];
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) sum += tile[(threadIdx.x * stride + k) & 2047];
  if (stride == 3) {
    for (int i = 0; i < 256; ++i) {
      *(volatile float*)&waste[threadIdx.x % 32 * 32 + threadIdx.x / 32] = sum;
    }
  }
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
