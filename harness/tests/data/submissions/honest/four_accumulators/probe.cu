// Four accumulators, added up at the end.
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
  for (int k = 0; k < 2048; k += 4) {
    a += tile[(threadIdx.x * stride + k) & 2047];
    b += tile[(threadIdx.x * stride + k + 1) & 2047];
    c += tile[(threadIdx.x * stride + k + 2) & 2047];
    d += tile[(threadIdx.x * stride + k + 3) & 2047];
  }
  const float sum = (a + b) + (c + d);
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
