// Adds pairs while filling, so that half of the reads give the right sum.
// Caught by: reads
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = in[i] + in[i + 1024];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 1024; ++k) sum += tile[(threadIdx.x * stride + k) & 1023];
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
