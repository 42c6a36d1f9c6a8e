// Exercise: which strides through shared memory cost time?
//
// Every thread of a block sums 2,048 floats that lie in shared memory, `stride` words apart from
// its neighbour's. The sum is the same whatever the stride; the time is not, because shared memory
// has 32 banks that serve one word each at a time.
//
//   1. Fill in `predicted_degree` in answers.yaml, before you build anything.
//   2. Add strides 3, 8 and 16 to kStrides below.
//   3. Build and run on a GPU:   nvcc -O3 -o probe probe.cu && ./probe
//      (without a GPU:           bankcheck check)
//   4. Fill in the rest of answers.yaml, then check all of it:   bankcheck check

#include <cstdio>
#include <cstdlib>

// The strides that are tried. The first is the one that all others are compared with.
// TODO: add 3, 8 and 16.
constexpr int kStrides[] = {1, 2, 4, 32, 33};

constexpr int kWords = 2048;           // floats in shared memory: 8 KiB
constexpr int kIterations = 2048;      // shared reads of each thread
constexpr int kThreadsPerBlock = 256;  // 8 warps
constexpr int kBlocks = 320;

// Launched with kThreadsPerBlock threads a block. `in` has at least kWords elements, `out` has one
// element for each of the launch's n threads: the sum that the thread got.
__global__ void probeSharedStride(const float* in, float* out, size_t n, int stride) {
  __shared__ float tile[kWords];
  for (int i = threadIdx.x; i < kWords; i += blockDim.x) {
    tile[i] = in[i];
  }
  __syncthreads();  // nobody reads a word before it has been written

  float sum = 0.0f;
  for (int k = 0; k < kIterations; ++k) {
    // Neighbouring threads are `stride` words apart; kWords is a power of two, so `&` wraps around.
    sum += tile[(threadIdx.x * stride + k) & (kWords - 1)];
  }

  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (thread < n) {
    out[thread] = sum;
  }
}

// ---------------------------------------------------------------------------------------------
// From here on: the program that prints your own table. There is nothing to change in it.

#define CUDA_CHECK(call)                                                 \
  do {                                                                   \
    const cudaError_t error = (call);                                    \
    if (error != cudaSuccess) {                                          \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, \
                   cudaGetErrorString(error));                           \
      std::exit(1);                                                      \
    }                                                                    \
  } while (0)

constexpr int kThreads = kBlocks * kThreadsPerBlock;
constexpr int kWarmups = 5;
constexpr int kSamples = 15;            // the median of these is reported
constexpr int kLaunchesPerSample = 10;  // so that the cost of a launch hardly counts

struct Buffers {
  float* in;
  float* out;
};

void launch(const Buffers& buffers, int stride) {
  probeSharedStride<<<kBlocks, kThreadsPerBlock>>>(buffers.in, buffers.out, size_t(kThreads),
                                                   stride);
  CUDA_CHECK(cudaGetLastError());
}

// All inputs are 1, so every thread must have counted to kIterations.
bool sumsAreRight(const Buffers& buffers, int stride) {
  static float sums[kThreads];
  CUDA_CHECK(cudaMemset(buffers.out, 0xff, sizeof(sums)));  // not a number, until it is written
  launch(buffers, stride);
  CUDA_CHECK(cudaMemcpy(sums, buffers.out, sizeof(sums), cudaMemcpyDeviceToHost));
  for (int i = 0; i < kThreads; ++i) {
    if (!(sums[i] == float(kIterations))) {
      std::printf("stride %d: block %d thread %d: %g, wanted %d\n", stride, i / kThreadsPerBlock,
                  i % kThreadsPerBlock, sums[i], kIterations);
      return false;
    }
  }
  return true;
}

float sampleMilliseconds(const Buffers& buffers, int stride, cudaEvent_t start, cudaEvent_t stop) {
  CUDA_CHECK(cudaEventRecord(start));
  for (int i = 0; i < kLaunchesPerSample; ++i) {
    launch(buffers, stride);
  }
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0.0f;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  return milliseconds / kLaunchesPerSample;
}

float medianMilliseconds(const Buffers& buffers, int stride) {
  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  for (int i = 0; i < kWarmups; ++i) {
    launch(buffers, stride);
  }
  float samples[kSamples];
  for (int i = 0; i < kSamples; ++i) {
    float sample = sampleMilliseconds(buffers, stride, start, stop);
    int place = i;  // keep the samples sorted
    for (; place > 0 && samples[place - 1] > sample; --place) {
      samples[place] = samples[place - 1];
    }
    samples[place] = sample;
  }
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  return samples[kSamples / 2];
}

int main() {
  static float ones[kThreads];
  for (float& one : ones) {
    one = 1.0f;
  }
  Buffers buffers;
  CUDA_CHECK(cudaMalloc(&buffers.in, sizeof(ones)));
  CUDA_CHECK(cudaMalloc(&buffers.out, sizeof(ones)));
  CUDA_CHECK(cudaMemcpy(buffers.in, ones, sizeof(ones), cudaMemcpyHostToDevice));

  cudaDeviceProp card;
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("%s, %d blocks of %d threads\n\n", card.name, kBlocks, kThreadsPerBlock);
  std::printf("%8s %12s %8s\n", "stride", "ms", "ratio");

  bool right = true;
  float baseline = 0.0f;
  for (int stride : kStrides) {
    right = sumsAreRight(buffers, stride) && right;
    const float milliseconds = medianMilliseconds(buffers, stride);
    if (baseline == 0.0f) {
      baseline = milliseconds;
    }
    std::printf("%8d %12.4f %8.2f\n", stride, milliseconds, milliseconds / baseline);
  }

  CUDA_CHECK(cudaFree(buffers.in));
  CUDA_CHECK(cudaFree(buffers.out));
  return right ? 0 : 1;
}
