// Exercise: multiply matrices tile by tile, so that each word from global memory is used 16 times.
//
// c = a * b, where `a` has rows x inner elements, `b` inner x columns and `c` rows x columns, row by
// row. The sizes need not be multiples of the tile.
//
//   1. matmulNaive stays as it is.
//   2. Fill in the numbers of answers.yaml, before you run anything.
//   3. Write the loop of matmulTiled.
//   4. Run `bankcheck check`, and write the sentence.

constexpr int kTile = 16;  // a block is 16 x 16 threads

// Every thread reads its whole row of `a` and column of `b` from global memory. Do not change it.
__global__ void matmulNaive(const float* a, const float* b, float* c, int rows, int inner,
                            int columns) {
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  if (row >= rows || column >= columns) {
    return;
  }
  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * columns + column];
  }
  c[row * columns + column] = sum;
}

// All threads of a block, also those beyond the edge of c, take part in every tile.
__global__ void matmulTiled(const float* a, const float* b, float* c, int rows, int inner,
                            int columns) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0.0f;
  for (int start = 0; start < inner; start += kTile) {
    // TODO: load one element of each tile, 0 where the matrix has none (each thread its own), wait
    // for all of them, add up the products of this tile, and wait again before the next one comes.
  }
  if (row < rows && column < columns) {
    c[row * columns + column] = sum;
  }
}
