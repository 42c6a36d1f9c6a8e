// Constant, local, dynamic shared and __device__ memory, vectors of 2 to 16 bytes, caching hints.

struct Material {
  char kind;
  float colour[3];
  double weight;
  short links[2];
};

__constant__ int table[64] = {3, 1, 4, 1, 5, 9, 2, 6};
__constant__ Material materials[2] = {{'a', {1, 2, 3}, 0.5, {7, 8}}, {'b', {4, 5, 6}, 0.25, {9, 10}}};
__device__ int counters[16];
__device__ const float weights[4] = {0.1f, 0.2f, 0.3f, 0.4f};
__device__ int* selected = &counters[3];
__device__ double precise = 2.5;

__global__ void constants(int* out, float* colours, int which) {
  int t = threadIdx.x;
  out[t] = table[t & 63] + table[which];
  const Material& m = materials[which & 1];
  colours[t] = m.colour[t % 3] + m.weight + m.links[t & 1] + m.kind + weights[t & 3];
}

__global__ void device_variables(int* out) {
  int t = threadIdx.x;
  atomicAdd(&counters[t & 15], t);
  __syncthreads();
  out[t] = counters[t & 15] + *selected + (int)precise;
}

// An array that is indexed at run time lies in local memory.
__global__ void local_array(const int* in, int* out, int n) {
  int window[16];
  for (int i = 0; i < 16; ++i) window[i] = in[(threadIdx.x + i) % n];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    window[in[i] & 15] += i;
    sum += window[(in[i] + threadIdx.x) & 15];
  }
  out[threadIdx.x] = sum;
}

// Several arrays cut from one dynamic allocation.
__global__ void dynamic_shared(const double* d, const char* c, double* out, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  double* doubles = reinterpret_cast<double*>(raw);
  int* ints = reinterpret_cast<int*>(doubles + n);
  char* chars = reinterpret_cast<char*>(ints + n);
  int t = threadIdx.x;
  doubles[t] = d[t];
  ints[t] = t * 3;
  chars[t] = c[t];
  __syncthreads();
  int u = (t + 1) % n;
  out[t] = doubles[u] + ints[u] + chars[u];
}

__global__ void vectors(const float2* a, const float4* b, const double2* c, const char4* d,
                        const short2* e, const longlong2* f, float4* out) {
  __shared__ float4 s[32];
  int t = threadIdx.x;
  s[t] = b[t];
  __syncthreads();
  float4 v = s[31 - t];
  v.x += a[t].x + c[t].y;
  v.y += d[t].z + e[t].y;
  v.z += f[t].x;
  out[t] = v;
}

// Generic pointers to two kinds of memory, chosen at run time.
__device__ __noinline__ int sum_of(const int* p, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += p[i];
  return sum;
}
__global__ void generic_pointers(const int* in, int* out) {
  __shared__ int s[32];
  int mine[4] = {1, 2, 3, (int)threadIdx.x};
  s[threadIdx.x] = in[threadIdx.x] * 2;
  __syncthreads();
  const int* p = in[0] > 0 ? s : in;
  out[threadIdx.x] = sum_of(p, 4) + sum_of(mine, 4) + __isShared(p) + __isGlobal(p) + __isLocal(mine);
}

__global__ void caching(const float* __restrict__ in, float* out, const int* keep) {
  int t = threadIdx.x;
  out[t] = __ldg(&in[t]) + __ldcs(&in[t + 32]) + __ldcg(&in[t + 64]) + __ldca(&in[t + 96]);
  __stcs(&out[t + 32], in[t]);
  __stwt(&out[t + 64], in[t]);
  __stcg(&out[t + 96], (float)keep[t]);
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in + 128));
}

__global__ void bytes(const unsigned char* in, signed char* out, const bool* flags) {
  __shared__ unsigned char s[128];
  __shared__ short h[128];
  int t = threadIdx.x;
  s[t] = in[t];
  h[t] = in[t] * 2;
  __syncthreads();
  out[t] = flags[t] ? s[(t * 4) & 127] : h[127 - t] >> 1;
}
