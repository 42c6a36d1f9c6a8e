// Unrolled by hand, one accumulator.
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  const int first = threadIdx.x * stride;
  for (int k = 0; k < 2048; k += 8) {
    sum += tile[(first + k) & 2047];
    sum += tile[(first + k + 1) & 2047];
    sum += tile[(first + k + 2) & 2047];
    sum += tile[(first + k + 3) & 2047];
    sum += tile[(first + k + 4) & 2047];
    sum += tile[(first + k + 5) & 2047];
    sum += tile[(first + k + 6) & 2047];
    sum += tile[(first + k + 7) & 2047];
  }
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
