// C = A * B, row-major floats. Launch: block (16, 16) or (32, 32) as the tile says, grid the size of C
// over the tile.

__global__ void matmul_naive(const float* a, const float* b, float* c, int m, int n, int k) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}

template <int kTile>
__global__ void matmul_tiled(const float* a, const float* b, float* c, int a_width, int b_width) {
  __shared__ float as[kTile][kTile];
  __shared__ float bs[kTile][kTile];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  float sum = 0;
  for (int t = 0; t < a_width; t += kTile) {
    as[y][x] = a[row * a_width + t + x];
    bs[y][x] = b[(t + y) * b_width + column];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kTile; ++i) sum += as[y][i] * bs[i][x];
    __syncthreads();
  }
  c[row * b_width + column] = sum;
}
template __global__ void matmul_tiled<16>(const float*, const float*, float*, int, int);
template __global__ void matmul_tiled<32>(const float*, const float*, float*, int, int);

// 64 x 64 of C a block of 256 threads, 4 x 4 a thread, 128-bit loads from shared memory.
__global__ void matmul_registers(const float* a, const float* b, float* c, int n) {
  __shared__ __align__(16) float as[16][64];
  __shared__ __align__(16) float bs[16][64];
  int t = threadIdx.x, tx = t % 16, ty = t / 16;
  int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 16) {
    float4 from_a = *reinterpret_cast<const float4*>(&a[(row + t / 4) * n + k + (t % 4) * 4]);
    as[(t % 4) * 4 + 0][t / 4] = from_a.x;
    as[(t % 4) * 4 + 1][t / 4] = from_a.y;
    as[(t % 4) * 4 + 2][t / 4] = from_a.z;
    as[(t % 4) * 4 + 3][t / 4] = from_a.w;
    *reinterpret_cast<float4*>(&bs[ty][tx * 4]) =
        *reinterpret_cast<const float4*>(&b[(k + ty) * n + column + tx * 4]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      float4 x = *reinterpret_cast<float4*>(&as[i][ty * 4]);
      float4 y = *reinterpret_cast<float4*>(&bs[i][tx * 4]);
      float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
      for (int p = 0; p < 4; ++p) {
#pragma unroll
        for (int q = 0; q < 4; ++q) sum[p][q] += xs[p] * ys[q];
      }
    }
    __syncthreads();
  }
  for (int p = 0; p < 4; ++p) {
    *reinterpret_cast<float4*>(&c[(row + ty * 4 + p) * n + column + tx * 4]) =
        make_float4(sum[p][0], sum[p][1], sum[p][2], sum[p][3]);
  }
}

// Doubles: fma.rn.f64.
__global__ void matmul_double(const double* a, const double* b, double* c, int n) {
  __shared__ double as[16][16], bs[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  double sum = 0;
  for (int t = 0; t < n; t += 16) {
    as[y][x] = a[(blockIdx.y * 16 + y) * n + t + x];
    bs[y][x] = b[(t + y) * n + blockIdx.x * 16 + x];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum = fma(as[y][i], bs[i][x], sum);
    __syncthreads();
  }
  c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}
