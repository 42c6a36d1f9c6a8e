// The lesson's probe: each thread sums 2,048 words of shared memory, starting at threadIdx.x * stride.
// Launch: any grid, 256 threads. out[i] is the sum of all words, whatever the stride.
__global__ void shared_stride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 2048; ++k) sum += tile[(threadIdx.x * stride + k) & 2047];
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) out[i] = sum;
}
