// One thread makes the sum, the others copy it.
// Caught by: reads
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  __shared__ float total;
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float first = 0.0f;
    for (int k = 0; k < 2048; ++k) first += tile[k];
    total = first;
  }
  __syncthreads();
  const float sum = total + 0 * stride;
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
