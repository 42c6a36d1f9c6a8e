// Half precision and bfloat16, single and packed. Launch: one block of 32.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void half_arithmetic(const __half* a, const __half* b, __half* out, int* flags) {
  int i = threadIdx.x;
  __half x = a[i], y = b[i];
  __half* o = out + i * 16;
  o[0] = x + y;
  o[1] = x - y;
  o[2] = x * y;
  o[3] = x / y;
  o[4] = __hfma(x, y, x);
  o[5] = __hneg(x);
  o[6] = __habs(x);
  o[7] = __hmin(x, y);
  o[8] = __hmax(x, y);
  o[9] = hsqrt(__habs(x));
  o[10] = hrcp(y);
  o[11] = hexp(x);
  o[12] = hlog2(__habs(x));
  o[13] = __hadd_sat(x, y);
  o[14] = hfloor(x);
  o[15] = htrunc(y);
  flags[i] = __hlt(x, y) | __heq(x, y) << 1 | __hisnan(x) << 2 | (x >= y) << 3;
}

__global__ void half2_arithmetic(const __half2* a, const __half2* b, __half2* out) {
  int i = threadIdx.x;
  __half2 x = a[i], y = b[i];
  __half2* o = out + i * 10;
  o[0] = __hadd2(x, y);
  o[1] = __hsub2(x, y);
  o[2] = __hmul2(x, y);
  o[3] = __hfma2(x, y, x);
  o[4] = __hfma2_relu(x, y, x);
  o[5] = __hmin2(x, y);
  o[6] = __hgt2(x, y);
  o[7] = __h2div(x, y);
  o[8] = __lowhigh2highlow(x);
  o[9] = h2rsqrt(__habs2(x));
}

__global__ void half_conversions(const float* f, const __half* h, const int* n, __half* to_half,
                                 float* to_float, int* to_int) {
  int i = threadIdx.x;
  to_half[i * 4] = __float2half_rn(f[i]);
  to_half[i * 4 + 1] = __float2half_rz(f[i]);
  to_half[i * 4 + 2] = __int2half_rn(n[i]);
  to_half[i * 4 + 3] = __double2half(f[i] * 1.000000001);
  to_float[i * 2] = __half2float(h[i]);
  float2 both = __half22float2(__floats2half2_rn(f[i], -f[i]));
  to_float[i * 2 + 1] = both.x + both.y;
  to_int[i * 2] = __half2int_rn(h[i]);
  to_int[i * 2 + 1] = __half2ushort_rd(h[i]);
}

__global__ void half_shared_sum(const __half2* in, __half* out) {
  __shared__ __half2 s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  __half2 sum = __float2half2_rn(0);
  for (int k = 0; k < 32; ++k) sum = __hadd2(sum, s[(threadIdx.x + k) & 31]);
  out[threadIdx.x] = __hadd(__low2half(sum), __high2half(sum));
  __half v = __shfl_xor_sync(0xffffffffu, out[threadIdx.x], 1);
  out[threadIdx.x] = v;
}

__global__ void half_atomics(__half* h, __half2* h2, __nv_bfloat16* b) {
  atomicAdd(h, __float2half(1.0f));
  atomicAdd(h2, __floats2half2_rn(1.0f, 2.0f));
  atomicAdd(b, __float2bfloat16(0.5f));
}

__global__ void bfloat_arithmetic(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out,
                                  float* to_float) {
  int i = threadIdx.x;
  __nv_bfloat16 x = a[i], y = b[i];
  __nv_bfloat16* o = out + i * 8;
  o[0] = x + y;
  o[1] = x * y;
  o[2] = __hfma(x, y, x);
  o[3] = __hmax(x, y);
  o[4] = __hneg(x);
  o[5] = x / y;
  o[6] = hexp2(x);
  o[7] = __habs(y);
  to_float[i * 2] = __bfloat162float(x);
  __nv_bfloat162 both = __floats2bfloat162_rn(to_float[i * 2], 3.0f);
  to_float[i * 2 + 1] = __low2float(__hadd2(both, both)) + (x < y);
}
