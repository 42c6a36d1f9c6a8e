// Exercise: transpose a matrix through shared memory with a swizzle in place of padding.
//
//   1. transposeTile stays as it is.
//   2. Fill in the numbers of answers.yaml, before you run anything.
//   3. Change transposeSwizzled: same tile, but element (row, column) is kept at column ^ row.
//   4. Run `bankcheck check`, and write the sentence.

constexpr int kTile = 32;
constexpr int kRows = 8;  // a block is 32 x 8 threads: each moves 4 elements

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

// TODO: permute the columns, for the stores and for the loads.
__global__ void transposeSwizzled(const float* in, float* out, int side) {
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
