// A template for each stride of the exercise, chosen by a switch.
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

template <int Stride>
__device__ float sumAt(const float* tile, int other) {
  const int stride = Stride > 0 ? Stride : other;
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k) sum += tile[(threadIdx.x * stride + k) & 2047];
  return sum;
}

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum;
  switch (stride) {
    case 1:
      sum = sumAt<1>(tile, stride);
      break;
    case 3:
      sum = sumAt<3>(tile, stride);
      break;
    case 8:
      sum = sumAt<8>(tile, stride);
      break;
    case 16:
      sum = sumAt<16>(tile, stride);
      break;
    default:
      sum = sumAt<0>(tile, stride);
  }
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
