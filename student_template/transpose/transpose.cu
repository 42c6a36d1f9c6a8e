// Exercise: transpose a matrix through shared memory, without bank conflicts.
//
//   1. copyTile is the ceiling and transposeTile the start: both stay as they are.
//   2. Fill in `predicted_degree` in answers.yaml, before you run anything.
//   3. Change transposePadded so that no access to its tile has a bank conflict: one more column.
//   4. Run `bankcheck check`, and answer the rest.

constexpr int kTile = 32;
constexpr int kRows = 8;  // a block is 32 x 8 threads: each moves 4 elements

// `side`, a multiple of 32, is that of the square matrices `in` and `out`.
__global__ void copyTile(const float* in, float* out, int side) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    out[(y + j) * side + x] = in[(y + j) * side + x];
  }
}

// Rows go in, columns come out. Do not change it.
__global__ void transposeTile(const float* in, float* out, int side) {
  __shared__ float tile[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
  }
  __syncthreads();  // the whole tile is there

  x = blockIdx.y * kTile + threadIdx.x;  // the block's place in the transposed matrix
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

// TODO: pad the tile.
__global__ void transposePadded(const float* in, float* out, int side) {
  __shared__ float tile[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
  }
  __syncthreads();  // the whole tile is there

  x = blockIdx.y * kTile + threadIdx.x;  // the block's place in the transposed matrix
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}
