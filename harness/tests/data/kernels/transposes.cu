// Matrix transposes, width x height floats. Launch: grid (width/32, height/32), block (32, 8) for the
// tiled ones, where each thread moves four elements.

__global__ void copy_rows(float* out, const float* in, int width) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * width + x] = in[(y + j) * width + x];
}

__global__ void transpose_naive(float* out, const float* in, int width) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[x * width + y + j] = in[(y + j) * width + x];
}

template <int kColumns>
__global__ void transpose_tile(float* out, const float* in, int width) {
  __shared__ float tile[32][kColumns];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void transpose_tile<32>(float*, const float*, int);
template __global__ void transpose_tile<33>(float*, const float*, int);

__global__ void transpose_swizzle(float* out, const float* in, int width) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    int row = threadIdx.y + j;
    tile[row][threadIdx.x ^ row] = in[(y + j) * width + x];
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    int column = threadIdx.y + j;
    out[(y + j) * width + x] = tile[threadIdx.x][column ^ threadIdx.x];
  }
}

// Blocks along the diagonals, so that neighbours use different memory partitions.
__global__ void transpose_diagonal(float* out, const float* in, int width, int height) {
  __shared__ float tile[32][33];
  int by, bx;
  if (width == height) {
    by = blockIdx.x;
    bx = (blockIdx.x + blockIdx.y) % gridDim.x;
  } else {
    int b = blockIdx.x + gridDim.x * blockIdx.y;
    by = b % gridDim.y;
    bx = ((b / gridDim.y) + by) % gridDim.x;
  }
  int x = bx * 32 + threadIdx.x, y = by * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = by * 32 + threadIdx.x;
  y = bx * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Doubles and 128-bit elements: two and four phases of the shared-memory pipe.
__global__ void transpose_double(double* out, const double* in, int width) {
  __shared__ double tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
