// Lists 10,000 strides.
// Caught by: rows_added
struct Many {
  int at[10000];
  constexpr Many() : at() {
    for (int i = 0; i < 10000; ++i) at[i] = i;
  }
};
constexpr Many many;
constexpr const int (&kStrides)[10000] = many.at;

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) sum += tile[(threadIdx.x * stride + k) & 2047];
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
