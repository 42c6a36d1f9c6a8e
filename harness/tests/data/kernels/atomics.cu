// Every atomic of CUDA C++ on global and shared memory. Launch: any; results depend on the number of
// threads only.

__global__ void atomics_int(int* g, int* old) {
  __shared__ int s[12];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 12) s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  old[t] = atomicAdd(&s[0], 1);
  atomicSub(&s[1], 2);
  atomicMin(&s[2], -t);
  atomicMax(&s[3], t);
  atomicAnd(&s[4], ~t);
  atomicOr(&s[5], t);
  atomicXor(&s[6], t);
  atomicExch(&s[7], t);
  atomicCAS(&s[8], 8, t);
  __syncthreads();
  if (threadIdx.x < 12) atomicAdd(&g[threadIdx.x], s[threadIdx.x]);
  old[t] += atomicMin(&g[12], t);
  atomicMax(&g[13], t);
  atomicAnd(&g[14], t);
  atomicOr(&g[15], t);
  atomicXor(&g[16], t);
  old[t] += atomicExch(&g[17], t) + atomicCAS(&g[18], 0, t);
}

__global__ void atomics_unsigned(unsigned* g, unsigned* s_out) {
  __shared__ unsigned s[4];
  if (threadIdx.x < 4) s[threadIdx.x] = 0;
  __syncthreads();
  atomicInc(&s[0], 5);
  atomicDec(&s[1], 7);
  atomicMin(&s[2], threadIdx.x);
  atomicMax(&s[3], threadIdx.x);
  atomicInc(&g[0], 100);
  atomicDec(&g[1], 100);
  __syncthreads();
  if (threadIdx.x < 4) s_out[threadIdx.x] = s[threadIdx.x];
}

__global__ void atomics_64(unsigned long long* g, long long* h) {
  __shared__ unsigned long long s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, 3ull);
  atomicAdd(&g[0], 1ull);
  atomicMax(&g[1], (unsigned long long)threadIdx.x);
  atomicMin(&h[0], -(long long)threadIdx.x);
  atomicAnd(&g[2], 0xffffffff0ull);
  atomicOr(&g[3], 1ull << (threadIdx.x & 63));
  atomicXor(&g[4], 5ull);
  atomicExch(&g[5], 9ull);
  atomicCAS(&g[6], 0ull, 7ull);
  __syncthreads();
  if (threadIdx.x == 0) g[7] = s;
}

__global__ void atomics_float(float* f, double* d, float* old) {
  __shared__ float s;
  __shared__ double sd;
  if (threadIdx.x == 0) s = 0, sd = 0;
  __syncthreads();
  atomicAdd(&s, 1.0f);
  atomicAdd(&sd, 0.5);
  old[threadIdx.x] = atomicAdd(&f[0], 2.0f) + atomicExch(&f[1], 3.0f);
  atomicAdd(&d[0], 0.25);
  __syncthreads();
  if (threadIdx.x == 0) f[2] = s, d[1] = sd;
}

// Scopes, and a 16-bit compare-and-swap.
__global__ void atomics_scoped(int* g, unsigned short* h) {
  atomicAdd_block(&g[0], 1);
  atomicAdd_system(&g[1], 1);
  atomicCAS_block(&g[2], 0, 1);
  atomicCAS(&h[0], (unsigned short)0, (unsigned short)threadIdx.x);
}

// A compare-and-swap loop, as atomics for other types are written.
__device__ float atomic_max_float(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}
__global__ void atomic_loop(float* best, const float* in) {
  atomic_max_float(best, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

// A lock in global memory, taken by one thread of each block.
__global__ void spin_lock(int* lock, int* counter) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) __nanosleep(20);
    *reinterpret_cast<volatile int*>(counter) += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}
