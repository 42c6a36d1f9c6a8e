// Four gigabytes of initialised memory.
__device__ int a[1u << 30] = {1};
__global__ void k() { a[threadIdx.x] = 2; }
