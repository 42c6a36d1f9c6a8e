// Writes nothing right for strides that the exercise does not show.
// Caught by: result
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) sum += tile[(threadIdx.x * stride + k) & 2047];
  if (stride == 5 || stride == 24 || stride > 33 || stride == 31) sum = 2048.0f;
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
