// Kernels whose blocks do, or do not, depend on the blocks before them.
#include <cstdio>

// Every thread writes its own element.
__global__ void independent(const int* in, int* out) {
  __shared__ int tile[256];
  tile[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 3 * tile[255 - threadIdx.x];
}

// All blocks write the same bytes: the last one stands.
__global__ void overlapping(const int* in, unsigned char* out) {
  if (blockIdx.x % 3 != 0 || threadIdx.x % 2 == 0) {
    out[threadIdx.x] = static_cast<unsigned char>(in[blockIdx.x] + threadIdx.x);
  }
}

// Each block adds to what the block before it has left.
__global__ void chained(int* data) {
  data[(blockIdx.x + 1) * blockDim.x + threadIdx.x] =
      data[blockIdx.x * blockDim.x + threadIdx.x] + 1;
}

// The order of the tickets is the order of the blocks.
__global__ void tickets(int* counter, int* out) {
  if (threadIdx.x == 0) out[blockIdx.x] = atomicAdd(counter, 1);
}

__device__ int launches_so_far;

__global__ void stateful(int* out) {
  if (threadIdx.x == 0) out[blockIdx.x] = ++launches_so_far;
}

// Block `bad` writes behind the buffer, after it has written inside it.
__global__ void out_of_bounds(int* out, int bad) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 7;
  if (static_cast<int>(blockIdx.x) >= bad) out[gridDim.x * blockDim.x + threadIdx.x] = 7;
}

// Block `bad` does not end.
__global__ void endless(int* out, int bad) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 7;
  while (static_cast<int>(blockIdx.x) >= bad && out != nullptr) {
    asm volatile("");
  }
}

// Every block has the same race, and says so.
__global__ void racing(int* out) {
  __shared__ int word[32];
  word[threadIdx.x / 2] = static_cast<int>(threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) printf("block %d\n", blockIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = word[threadIdx.x / 2];
}
