// An instruction that the simulator does not know.
constexpr int kStrides[] = {1, 4, 3, 8, 16};
constexpr int kWords = 512;

__global__ void probe(const float* in, float* out, int stride) {
  __shared__ float tile[kWords];
  for (int i = threadIdx.x; i < kWords; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  asm volatile("cp.async.bulk.commit_group;");
  float sum = 0.0f;
  for (int k = 0; k < kWords; ++k) sum += tile[(threadIdx.x * stride + k) & (kWords - 1)];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
