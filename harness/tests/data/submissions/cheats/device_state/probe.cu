// Keeps the first launch's sum in device memory and returns it ever after.
// Caught by: reads
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__device__ float kept;
__device__ int launches;

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  if (threadIdx.x == 0 && blockIdx.x == 0 && launches++ == 0) {
    for (int k = 0; k < 2048; ++k) kept += in[k];
  }
  const float sum = kept + 0 * stride;
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
