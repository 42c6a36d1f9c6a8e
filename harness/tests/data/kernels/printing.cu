// printf, assert, trap and clocks. Launch: one block of 32.
#include <cassert>
#include <cstdio>

__global__ void prints(const float* in) {
  if (threadIdx.x == 0) printf("hello from block %d\n", blockIdx.x);
  if (threadIdx.x < 2) {
    printf("%d %u %lld %c %s %f %g %x %p %%\n", threadIdx.x, 7u, -5ll, 'c', "text", in[threadIdx.x],
           1e10, 255, in);
  }
}

__global__ void asserts(const int* in, int* out) {
  assert(in[threadIdx.x] >= 0);
  assert(in[threadIdx.x] < 100 && "too large");
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void traps(const int* in) {
  if (in[threadIdx.x] == 13) __trap();
  if (in[threadIdx.x] == 14) __brkpt();
}

__global__ void clocks(long long* out, unsigned* out32, unsigned long long* timer) {
  long long start = clock64();
  unsigned start32 = clock();
  __nanosleep(100);
  out[threadIdx.x] = clock64() - start;
  out32[threadIdx.x] = (unsigned)clock() - start32;
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  *timer = t;
}
