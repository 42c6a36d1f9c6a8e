// The shared load in inline PTX.
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) {
    float value;
    asm volatile("ld.shared.f32 %0, [%1];"
                 : "=f"(value)
                 : "r"(base + 4 * ((threadIdx.x * stride + k) & 2047)));
    sum += value;
  }
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
