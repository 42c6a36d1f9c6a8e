// Histograms of bytes: 256 bins. Launch: any grid, 256 threads (64 for the packed one).

__global__ void histogram_global(const unsigned char* in, unsigned* bins, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&bins[in[i]], 1u);
  }
}

__global__ void histogram_shared(const unsigned char* in, unsigned* bins, unsigned n) {
  __shared__ unsigned mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&mine[in[i]], 1u);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

// One histogram for each warp, four bytes a load.
__global__ void histogram_per_warp(const unsigned* in, unsigned* bins, unsigned words) {
  __shared__ unsigned mine[8][256];
  unsigned warp = threadIdx.x >> 5;
  for (unsigned i = threadIdx.x; i < 8 * 256; i += blockDim.x) (&mine[0][0])[i] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
    unsigned word = in[i];
    atomicAdd(&mine[warp][word & 0xff], 1u);
    atomicAdd(&mine[warp][(word >> 8) & 0xff], 1u);
    atomicAdd(&mine[warp][(word >> 16) & 0xff], 1u);
    atomicAdd(&mine[warp][word >> 24], 1u);
  }
  __syncthreads();
  unsigned sum = 0;
  for (int w = 0; w < 8; ++w) sum += mine[w][threadIdx.x];
  atomicAdd(&bins[threadIdx.x], sum);
}

// 64 bins, a byte counter for each thread and bin; thread t owns byte column t.
__global__ void histogram_bytes(const unsigned char* in, unsigned* bins, unsigned n) {
  __shared__ unsigned char mine[64 * 64];
  unsigned t = threadIdx.x;
  for (int i = 0; i < 64; ++i) mine[i * 64 + t] = 0;
  __syncthreads();
  for (unsigned i = t; i < n && i < 64 * 255; i += 64) ++mine[(in[i] >> 2) * 64 + t];
  __syncthreads();
  unsigned sum = 0;
  for (int i = 0; i < 64; ++i) sum += mine[t * 64 + ((i + t) & 63)];
  atomicAdd(&bins[t], sum);
}
