// Kernels that load neighbouring words of shared memory: which of the loads does ptxas join? What it made
// of them stands in shared_loads.csv; `record` makes both files anew.
#define KERNEL extern "C" __global__ void
#define FILLED(T, words) \
  __shared__ T b[words]; \
  int t = threadIdx.x;   \
  b[t] = in[t];          \
  __syncthreads();

// Words of one 16-byte window, or of two.
#define LOADS(name, value) \
  KERNEL name(const float* in, float* o) { FILLED(float, 1024) int i = 16 * (t & 31); o[t] = value; }
LOADS(words_01, b[i] - b[i + 1])
LOADS(words_02, b[i] - b[i + 2])
LOADS(words_03, b[i] - b[i + 3])
LOADS(words_12, b[i + 1] - b[i + 2])
LOADS(words_13, b[i + 1] - b[i + 3])
LOADS(words_23, b[i + 2] - b[i + 3])
LOADS(words_012, b[i] - b[i + 1] * b[i + 2])
LOADS(words_013, b[i] - b[i + 1] * b[i + 3])
LOADS(words_023, b[i] - b[i + 2] * b[i + 3])
LOADS(words_123, b[i + 1] - b[i + 2] * b[i + 3])
LOADS(words_0123, b[i] - b[i + 1] * b[i + 2] + b[i + 3])
LOADS(words_3210, b[i + 3] - b[i + 2] * b[i + 1] + b[i])
LOADS(words_1234, b[i + 1] - b[i + 2] * b[i + 3] + b[i + 4])
LOADS(words_2345, b[i + 2] - b[i + 3] * b[i + 4] + b[i + 5])
LOADS(words_01245, b[i] - b[i + 1] * b[i + 2] + b[i + 4] * b[i + 5])
LOADS(words_012456, b[i] - b[i + 1] * b[i + 2] + b[i + 4] * b[i + 5] + b[i + 6])
LOADS(words_123456, b[i + 1] - b[i + 2] * b[i + 3] + b[i + 4] * b[i + 5] + b[i + 6])
LOADS(float_and_int, b[i] + __float_as_int(b[i + 1]))
LOADS(constant_address, b[0] - b[1] * b[2] + b[3])
KERNEL pair_and_word(const float* in, float* o) {
  FILLED(float, 1024)
  float2 p = *(float2*)&b[16 * (t & 31)];
  o[t] = p.x - p.y * b[16 * (t & 31) + 2];
}
KERNEL pairs(const float2* in, float* o) {
  FILLED(float2, 256)
  float2 x = b[2 * (t & 31)], y = b[2 * (t & 31) + 1];
  o[t] = x.x + x.y * y.x - y.y;
}

// Elements of other widths.
KERNEL doubles(const double* in, double* o) { FILLED(double, 256) o[t] = b[2 * (t & 31)] + 3 * b[2 * (t & 31) + 1]; }
KERNEL three_doubles(const double* in, double* o) {
  FILLED(double, 512)
  int i = 8 * (t & 31);
  o[t] = b[i + 1] - b[i + 2] * b[i + 3];
}
KERNEL doubles_anywhere(const double* in, double* o) { FILLED(double, 512) o[t] = b[t & 31] - b[(t & 31) + 1]; }
KERNEL bytes(const unsigned char* in, float* o) {
  FILLED(unsigned char, 256)
  int i = 4 * (t & 31);
  o[t] = b[i] + b[i + 1] * b[i + 2] - b[i + 3];
}
KERNEL shorts(const unsigned short* in, unsigned* o) { FILLED(unsigned short, 1024) o[t] = b[2 * (t & 31)] * b[2 * (t & 31) + 1]; }
KERNEL shorts_of_one_word(const unsigned short* in, unsigned* o) {
  FILLED(unsigned short, 1024)
  o[t] = b[2 * (t & 31)] | b[2 * (t & 31) + 1] << 16;
}

// What is known about the address.
#define FOUR(name, index) \
  KERNEL name(const float* in, float* o, int n) { FILLED(float, 1024) int i = index; o[t] = b[i] + b[i + 1] * b[i + 2] - b[i + 3]; }
FOUR(index_of_four, 4 * (t & 31))
FOUR(index_of_two, 2 * (t & 31))
FOUR(index_of_one, t & 31)
FOUR(index_of_argument, n)
FOUR(index_rounded_down, n & ~3)
FOUR(index_shifted, (t >> 2) << 2)
FOUR(index_chosen, (n ? 4 * t : 8 * t + 4) & 255)
FOUR(index_of_remainder, (4 * t) % 128)
FOUR(index_of_minimum, min(4 * t, 4 * n))
FOUR(index_swizzled, (4 * t) ^ (n & 12))
FOUR(index_of_quotient, 4 * (t / n))
KERNEL rows_of_12(const float* in, float* o, int n) {
  __shared__ float b[32][12];
  int t = threadIdx.x, i = t % n;
  b[t / 8][t % 8] = in[t];
  __syncthreads();
  o[t] = b[i][0] + b[i][1] * b[i][2] - b[i][3];
}
KERNEL rows_of_10(const float* in, float* o, int n) {
  __shared__ float b[32][10];
  int t = threadIdx.x, i = t % n;
  b[t / 8][t % 8] = in[t];
  __syncthreads();
  o[t] = b[i][0] + b[i][1] * b[i][2] - b[i][3];
}
template <int kWidth>
__device__ float row_times_column(const float* in) {
  __shared__ float b[16][kWidth];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  b[r][c] = in[t];
  __syncthreads();
  float x = 0;
  for (int k = 0; k < 16; ++k) x += b[r][k] * b[k][c];
  return x;
}
KERNEL tile_of_16(const float* in, float* o) { o[threadIdx.x] = row_times_column<16>(in); }
KERNEL tile_of_17(const float* in, float* o) { o[threadIdx.x] = row_times_column<17>(in); }
KERNEL tile_of_20(const float* in, float* o) { o[threadIdx.x] = row_times_column<20>(in); }
struct Four { float x, y, z, w; };
struct Three { float x, y, z; };
struct Two { float x, y; };
KERNEL structs_of_four(const Four* in, float* o) { FILLED(Four, 64) Four p = b[t ^ 1]; o[t] = p.x + p.y * p.z - p.w; }
KERNEL structs_of_three(const Three* in, float* o) { FILLED(Three, 64) Three p = b[t ^ 1]; o[t] = p.x + p.y * p.z; }
KERNEL structs_of_two(const Two* in, float* o) { FILLED(Two, 64) Two p = b[t ^ 1]; o[t] = p.x + p.y; }

// Where arrays lie: each behind the one before it, at its type's alignment.
#define BEHIND(name, T, count) \
  KERNEL name(const float* in, float* o) { \
    __shared__ T a[count]; \
    __shared__ float b[256]; \
    int t = threadIdx.x, i = 4 * (t & 31); \
    if (t < count) a[t] = in[t]; \
    b[t] = in[t + 3]; \
    __syncthreads(); \
    o[t] = b[i] + b[i + 1] * b[i + 2] - b[i + 3] + a[t % count]; }
BEHIND(behind_3_floats, float, 3)
BEHIND(behind_6_floats, float, 6)
BEHIND(behind_5_bytes, char, 5)
BEHIND(behind_8_floats, float, 8)
KERNEL across_arrays(const float* in, float* o) {
  __shared__ float a[3];
  __shared__ float b[64];
  int t = threadIdx.x;
  if (t < 3) a[t] = in[t];
  b[t] = in[t + 5];
  __syncthreads();
  o[t] = a[0] - a[1] * a[2] + b[t ^ 1];
}
extern __shared__ float dynamic[];
KERNEL dynamic_memory(const float* in, float* o) {
  int t = threadIdx.x, i = 4 * (t & 31);
  dynamic[t] = in[t];
  __syncthreads();
  o[t] = dynamic[i] + dynamic[i + 1] * dynamic[i + 2] - dynamic[i + 3];
}

// What stands between two loads.
#define BETWEEN(name, statement) \
  KERNEL name(const float* in, float* o, float* p, int n) { \
    FILLED(float, 1024) int i = 16 * (t & 31); \
    float x = b[i], y = 1; \
    statement; \
    o[t] = x - y * b[i + 1]; }
BETWEEN(barrier_between, __syncthreads())
BETWEEN(warp_barrier_between, __syncwarp())
BETWEEN(fence_between, __threadfence_block())
BETWEEN(shuffle_between, y = __shfl_xor_sync(~0u, x, 1))
BETWEEN(vote_between, y = __ballot_sync(~0u, x > 0))
BETWEEN(match_between, y = __match_any_sync(~0u, (int)x))
BETWEEN(reduction_between, y = __reduce_add_sync(~0u, (int)x))
BETWEEN(sleep_between, __nanosleep(100))
BETWEEN(clock_between, y = clock())
BETWEEN(shared_store_between, b[i + 8] = 7)
BETWEEN(global_store_between, p[t] = x)
BETWEEN(global_atomic_between, y = atomicAdd((int*)p, 1))
BETWEEN(shared_atomic_between, y = atomicAdd((int*)&b[512], 1))
BETWEEN(load_between, y = b[(int)x & 255])
BETWEEN(division_between, y = in[t] / x)
BETWEEN(quick_division_between, y = __fdividef(in[t], x))
BETWEEN(reciprocal_between, y = 1.0f / x)
BETWEEN(square_root_between, y = sqrtf(x))
BETWEEN(double_division_between, y = in[t] / (double)x)
BETWEEN(integer_division_between, y = (int)in[t] / (int)x)
BETWEEN(long_division_between, y = (long long)in[t] / (long long)x)
BETWEEN(exponential_between, y = expf(x))
BETWEEN(loop_between, for (int j = 0; j < n; ++j) y = y * y + j)
BETWEEN(choice_between, if (n > 3) y = x + 1)
BETWEEN(trap_between, if (x < -1e30f) __trap())
BETWEEN(return_between, if (x < 0) return)

KERNEL guarded(const float* in, float* o) {
  FILLED(float, 256)
  int i = 2 * (t & 31);
  float x = 0;
  if (t & 1) x = b[i] * b[i + 1];
  o[t] = x;
}
KERNEL volatile_words(const float* in, float* o) {
  FILLED(volatile float, 256)
  int i = 4 * (t & 31);
  o[t] = b[i] + b[i + 1] * b[i + 2] - b[i + 3];
}

// Loops.
#define LOOP(name, pragma, count, value) \
  KERNEL name(const float* in, float* o, int n) { FILLED(float, 1024) int i = 16 * (t & 31); float x = 0; \
    _Pragma(pragma) for (int k = 0; k < count; ++k) x = x * 3 + value; \
    o[t] = x + i; }
LOOP(rolled, "unroll 1", 16, b[i + k])
LOOP(unrolled_by_2, "unroll 2", 16, b[i + k])
LOOP(unrolled, "unroll", 16, b[i + k])
LOOP(rolled_pairs, "unroll 1", n, b[i + 2 * k] * b[i + 2 * k + 1])
LOOP(counted_at_run_time, "unroll 4", n, b[k])
