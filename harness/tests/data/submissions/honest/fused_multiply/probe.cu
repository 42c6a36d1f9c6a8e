// Adds with fmaf, eight accumulators in an array.
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float part[8] = {};
#pragma unroll 8
  for (int k = 0; k < 2048; ++k) part[k % 8] = fmaf(tile[(threadIdx.x * stride + k) & 2047], 1.0f, part[k % 8]);
  float sum = 0.0f;
  for (int i = 0; i < 8; ++i) sum += part[i];
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) out[thread] = sum;
}
