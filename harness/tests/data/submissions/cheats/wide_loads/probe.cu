// Reads four words at a time from the thread's nearest multiple of four.
// Caught by: reads
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float4 tile[512];
  float* const words = reinterpret_cast<float*>(tile);
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) words[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 512; ++k) {
    const float4 four = tile[(threadIdx.x * stride / 4 + k) & 511];
    sum += four.x + four.y + four.z + four.w;
  }
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
