// Code by the gigabyte.
__global__ void k(volatile int* p) {
#pragma unroll
  for (int i = 0; i < 1000000; ++i) {
#pragma unroll
    for (int j = 0; j < 1000000; ++j) p[i] += j;
  }
}
