// Kernels that a GPU runner must see through or survive. All but the last ones fill
// out[t] = sum over k of in[(t * stride + k) mod 1024], one honestly, the others in their own ways.
#include <cassert>

constexpr int kWords = 1024;

__device__ float sum_of_words(const float* in, int stride) {
  __shared__ float tile[kWords];
  for (int i = threadIdx.x; i < kWords; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < kWords; ++k) sum += tile[(threadIdx.x * stride + k) & (kWords - 1)];
  return sum;
}

__device__ int thread_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void honest(const float* in, float* out, int stride) {
  out[thread_index()] = sum_of_words(in, stride);
}

// Counts the blocks that have begun since the module was loaded.
__device__ unsigned blocks_begun;

__device__ unsigned launch_number() {
  __shared__ unsigned block;
  if (threadIdx.x == 0) block = atomicAdd(&blocks_begun, 1);
  __syncthreads();
  return block / gridDim.x;
}

__device__ float kept[1 << 20];

extern "C" __global__ void reads_on_first_launch_only(const float* in, float* out, int stride) {
  if (launch_number() == 0) kept[thread_index()] = sum_of_words(in, stride);
  out[thread_index()] = kept[thread_index()];
}

extern "C" __global__ void returns_early_on_odd_launches(const float* in, float* out, int stride) {
  if (launch_number() % 2 == 1) return;
  out[thread_index()] = sum_of_words(in, stride);
}

extern "C" __global__ void adds_to_its_output(const float* in, float* out, int stride) {
  out[thread_index()] += sum_of_words(in, stride);
}

extern "C" __global__ void writes_past_its_buffer(const float* in, float* out, int stride) {
  out[thread_index()] = sum_of_words(in, stride);
  if (thread_index() == 0) out[gridDim.x * blockDim.x] = 0;
}

extern "C" __global__ void writes_before_its_buffer(const float* in, float* out, int stride) {
  out[thread_index()] = sum_of_words(in, stride);
  if (thread_index() == 0) out[-2] = 0;
}

extern "C" __global__ void sleeps_by_stride(const float* in, float* out, int stride) {
  out[thread_index()] = sum_of_words(in, 1);
  for (int i = 0; i < stride; ++i) __nanosleep(20000);
}

extern "C" __global__ void writes_to_nowhere(const float* in, float* out, int stride) {
  out[thread_index()] = sum_of_words(in, stride);
  *reinterpret_cast<volatile float*>(16) = 1;
}

extern "C" __global__ void writes_misaligned(const float* in, float* out, int stride) {
  out[thread_index()] = sum_of_words(in, stride);
  *reinterpret_cast<volatile float*>(reinterpret_cast<char*>(out) + 1 + stride % 2) = 1;
}

extern "C" __global__ void traps(const float* in, float* out, int stride) {
  out[thread_index()] = sum_of_words(in, stride);
  __trap();
}

extern "C" __global__ void asserts(const float* in, float* out, int stride) {
  out[thread_index()] = sum_of_words(in, stride);
  assert(stride < 0);
}

extern "C" __global__ void never_ends(const float* in, float* out, int stride) {
  out[thread_index()] = sum_of_words(in, stride);
  while (*reinterpret_cast<const volatile float*>(in) >= 0) {
  }
}

extern "C" __global__ void takes_other_parameters(const float* in, float* out) {
  out[thread_index()] = in[0];
}
