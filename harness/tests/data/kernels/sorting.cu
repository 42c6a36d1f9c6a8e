// Sorting in shared memory. Launch: one block; n is a power of two, at most 1024 keys.

__device__ inline void exchange(unsigned& key_a, unsigned& value_a, unsigned& key_b,
                                unsigned& value_b, bool ascending) {
  if ((key_a > key_b) == ascending) {
    unsigned key = key_a, value = value_a;
    key_a = key_b;
    value_a = value_b;
    key_b = key;
    value_b = value;
  }
}

// Keys with values; n / 2 threads.
__global__ void bitonic_sort(unsigned* keys, unsigned* values, unsigned n, unsigned ascending) {
  __shared__ unsigned k[1024], v[1024];
  unsigned t = threadIdx.x;
  k[t] = keys[t];
  v[t] = values[t];
  k[t + n / 2] = keys[t + n / 2];
  v[t + n / 2] = values[t + n / 2];
  for (unsigned size = 2; size < n; size <<= 1) {
    bool up = ascending ^ ((t & (size / 2)) != 0);
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned i = 2 * t - (t & (stride - 1));
      exchange(k[i], v[i], k[i + stride], v[i + stride], up);
    }
  }
  for (unsigned stride = n / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned i = 2 * t - (t & (stride - 1));
    exchange(k[i], v[i], k[i + stride], v[i + stride], ascending);
  }
  __syncthreads();
  keys[t] = k[t];
  values[t] = v[t];
  keys[t + n / 2] = k[t + n / 2];
  values[t + n / 2] = v[t + n / 2];
}

// One bit a pass: ballots count the zeros before each lane. One warp, 32 keys.
__global__ void radix_sort_warp(unsigned* keys) {
  __shared__ unsigned s[32];
  unsigned lane = threadIdx.x, key = keys[lane];
  for (int bit = 0; bit < 32; ++bit) {
    unsigned ones = __ballot_sync(0xffffffffu, (key >> bit) & 1);
    unsigned below = (1u << lane) - 1;
    unsigned to = (ones >> lane) & 1 ? __popc(~ones) + __popc(ones & below) : __popc(~ones & below);
    s[to] = key;
    __syncwarp();
    key = s[lane];
    __syncwarp();
  }
  keys[lane] = key;
}

// Odd-even transposition: n threads, n steps.
__global__ void odd_even_sort(float* data, int n) {
  extern __shared__ float x[];
  int t = threadIdx.x;
  if (t < n) x[t] = data[t];
  __syncthreads();
  for (int step = 0; step < n; ++step) {
    if ((t & 1) == (step & 1) && t + 1 < n && x[t] > x[t + 1]) {
      float y = x[t];
      x[t] = x[t + 1];
      x[t + 1] = y;
    }
    __syncthreads();
  }
  if (t < n) data[t] = x[t];
}

// Merges two sorted halves by binary search, 64-bit keys.
__global__ void merge_by_rank(const long long* a, const long long* b, long long* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (b[middle] < a[i]) low = middle + 1; else high = middle;
  }
  out[i + low] = a[i];
  low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[i]) low = middle + 1; else high = middle;
  }
  out[i + low] = b[i];
}
