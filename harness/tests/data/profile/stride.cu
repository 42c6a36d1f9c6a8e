#ifndef SCALE
#define SCALE 1
#endif

__global__ void stride(const int* in, int* out, int stride) {
  __shared__ int words[2048];
  for (int i = threadIdx.x; i < 2048; i += 32) {
    words[i] = SCALE * in[i];
  }
  __syncthreads();
  out[threadIdx.x] = words[(threadIdx.x * stride) % 2048];
}
