// Other names of parameters and variables, all written out.
constexpr int kStrides[] = {1, 2, 3, 4, 8, 16, 32, 33};

extern "C" __global__ void probeSharedStride(const float* source, float* destination, size_t count, int step) {
  __shared__ float words[2048];
  const unsigned me = threadIdx.x;
  for (unsigned w = me; w < 2048; w += blockDim.x) words[w] = source[w];
  __syncthreads();
  float total = 0;
  for (unsigned w = 0; w < 2048; w++) total = total + words[(me * step + w) & 2047];
  const size_t where = (size_t)blockIdx.x * blockDim.x + me;
  if (where < count) destination[where] = total;
}
