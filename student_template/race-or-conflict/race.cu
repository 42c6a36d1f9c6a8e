// Exercise: is it a race or a bank conflict?
//
// Three kernels in which each thread stores its own input to shared memory and then loads it back.
// `bankcheck check` runs all three, on a GPU or on its simulator.
//
//   1. storeWrapped and storeSpread stay as they are. Fill in the numbers of answers.yaml from the
//      indices alone, before you run anything.
//   2. Repair storeRepaired: every thread gets its own value back, no two threads store to one
//      word, and no access takes more than one wavefront.
//   3. bankcheck check

constexpr int kThreads = 32;  // one block of one warp

// Index 2 * threadIdx.x, wrapped around at 32 words. Do not change it.
__global__ void storeWrapped(const float* in, float* out) {
  __shared__ float tile[kThreads];
  tile[threadIdx.x * 2 % kThreads] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * 2 % kThreads];
}

// The same index without wrapping around, and a tile that is large enough. Do not change it.
__global__ void storeSpread(const float* in, float* out) {
  __shared__ float tile[2 * kThreads];
  tile[threadIdx.x * 2] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * 2];
}

// TODO: repair the index. Neither of the two above will do.
__global__ void storeRepaired(const float* in, float* out) {
  __shared__ float tile[kThreads];
  tile[threadIdx.x * 2 % kThreads] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * 2 % kThreads];
}
