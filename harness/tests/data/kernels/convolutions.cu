// Separable convolution, stencils and a box filter. The coefficients lie in constant memory.
constexpr int kRadius = 8;
__constant__ float kernel_row[2 * kRadius + 1];
__constant__ float gauss[5] = {1.f / 16, 4.f / 16, 6.f / 16, 4.f / 16, 1.f / 16};

// Launch: grid (width / 128, height / 4), block (16, 4); each thread makes 8 pixels.
__global__ void convolve_rows(float* out, const float* in, int width, int height, int pitch) {
  __shared__ float s[4][(8 + 2) * 16];
  int base_x = (blockIdx.x * 8 - 1) * 16 + threadIdx.x, base_y = blockIdx.y * 4 + threadIdx.y;
  in += base_y * pitch + base_x;
  out += base_y * pitch + base_x;
#pragma unroll
  for (int i = 1; i < 9; ++i) s[threadIdx.y][threadIdx.x + i * 16] = in[i * 16];
  s[threadIdx.y][threadIdx.x] = base_x >= 0 ? in[0] : 0;
  s[threadIdx.y][threadIdx.x + 9 * 16] = width - base_x > 9 * 16 ? in[9 * 16] : 0;
  __syncthreads();
#pragma unroll
  for (int i = 1; i < 9; ++i) {
    float sum = 0;
#pragma unroll
    for (int j = -kRadius; j <= kRadius; ++j) {
      sum += kernel_row[kRadius - j] * s[threadIdx.y][threadIdx.x + i * 16 + j];
    }
    out[i * 16] = sum;
  }
}

// Launch: grid (n / 256), block 256.
__global__ void blur_line(const float* in, float* out, int n) {
  __shared__ float s[256 + 4];
  int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x + 2] = i < n ? in[i] : 0;
  if (threadIdx.x < 2) {
    s[threadIdx.x] = i >= 2 ? in[i - 2] : 0;
    s[threadIdx.x + 258] = i + 256 < n ? in[i + 256] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int j = 0; j < 5; ++j) sum += gauss[j] * s[threadIdx.x + j];
  if (i < n) out[i] = sum;
}

// A three-dimensional stencil of seven points. Launch: block (32, 4, 2).
__global__ void stencil_3d(const float* in, float* out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x <= 0 || y <= 0 || z <= 0 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  int i = (z * ny + y) * nx + x;
  out[i] = in[i] * -6.f + in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] +
           in[i + nx * ny];
}

// RGBA bytes, a box of 2r+1 pixels, sliding sums; one thread a row.
__global__ void box_filter_rgba(const uchar4* in, uchar4* out, int width, int height, int r) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= height) return;
  float scale = 1.0f / (2 * r + 1);
  float3 sum = make_float3(0, 0, 0);
  for (int x = -r; x < width; ++x) {
    if (x + r < width) {
      uchar4 p = in[y * width + x + r];
      sum.x += p.x, sum.y += p.y, sum.z += p.z;
    }
    if (x - r - 1 >= 0) {
      uchar4 p = in[y * width + x - r - 1];
      sum.x -= p.x, sum.y -= p.y, sum.z -= p.z;
    }
    if (x >= 0) {
      out[y * width + x] = make_uchar4(sum.x * scale, sum.y * scale, sum.z * scale, 255);
    }
  }
}
