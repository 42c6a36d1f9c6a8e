// Prefix sums of one block's elements. Launch: one block of n threads (a power of two, at most 1024)
// unless said otherwise; inclusive scans, but for the work-efficient one, which is exclusive.

// Doubling distances, two buffers: no race between a step's reads and writes.
__global__ void scan_doubling(const int* in, int* out, int n) {
  __shared__ int buffer[2][1024];
  int t = threadIdx.x, from = 0;
  buffer[0][t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    buffer[1 - from][t] = buffer[from][t] + (t >= d ? buffer[from][t - d] : 0);
    from = 1 - from;
    __syncthreads();
  }
  if (t < n) out[t] = buffer[from][t];
}

// Up-sweep and down-sweep over a tree; each thread owns two elements. kPad spreads them over the banks.
template <int kPad>
__global__ void scan_tree(const int* in, int* out, int n) {
  extern __shared__ int tree[];
  auto at = [](int i) { return kPad ? i + i / 32 : i; };
  int t = threadIdx.x, offset = 1;
  tree[at(2 * t)] = in[2 * t];
  tree[at(2 * t + 1)] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) tree[at(offset * (2 * t + 2) - 1)] += tree[at(offset * (2 * t + 1) - 1)];
    offset *= 2;
  }
  if (t == 0) tree[at(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = at(offset * (2 * t + 1) - 1), right = at(offset * (2 * t + 2) - 1);
      int value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  __syncthreads();
  out[2 * t] = tree[at(2 * t)];
  out[2 * t + 1] = tree[at(2 * t + 1)];
}
template __global__ void scan_tree<0>(const int*, int*, int);
template __global__ void scan_tree<1>(const int*, int*, int);

// Shuffles within warps, then the warps' sums.
__global__ void scan_shuffle(const int* in, int* out, int n) {
  __shared__ int sums[32];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  int value = t < n ? in[t] : 0;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xffffffffu, value, d);
    if (lane >= d) value += other;
  }
  if (lane == 31) sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int sum = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (int d = 1; d < 32; d *= 2) {
      int other = __shfl_up_sync(0xffffffffu, sum, d);
      if (lane >= d) sum += other;
    }
    sums[lane] = sum;
  }
  __syncthreads();
  if (warp > 0) value += sums[warp - 1];
  if (t < n) out[t] = value;
}

// Four elements a thread with 128-bit accesses.
__global__ void scan_vector(const uint4* in, uint4* out) {
  __shared__ unsigned sums[256];
  unsigned t = threadIdx.x;
  uint4 v = in[t];
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  sums[t] = v.w;
  __syncthreads();
  for (unsigned d = 1; d < 256; d *= 2) {
    unsigned other = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += other;
    __syncthreads();
  }
  unsigned before = t > 0 ? sums[t - 1] : 0;
  out[t] = make_uint4(v.x + before, v.y + before, v.z + before, v.w + before);
}
