// Integer arithmetic and bit operations of all widths. Launch: any; one element a thread.

template <class T>
__global__ void arithmetic(const T* a, const T* b, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T x = a[i], y = b[i];
  T* o = out + i * 16;
  o[0] = x + y;
  o[1] = x - y;
  o[2] = x * y;
  o[3] = y != 0 ? x / y : 0;
  o[4] = y != 0 ? x % y : 0;
  o[5] = x & y;
  o[6] = x | y;
  o[7] = x ^ y;
  o[8] = ~x;
  o[9] = x << (y & 7);
  o[10] = x >> (y & 7);
  o[11] = x < y ? x : y;
  o[12] = x > y;
  o[13] = -x;
  o[14] = x * y + x;
  o[15] = x == y ? 1 : x <= y;
}
template __global__ void arithmetic<signed char>(const signed char*, const signed char*, signed char*, int);
template __global__ void arithmetic<unsigned char>(const unsigned char*, const unsigned char*, unsigned char*, int);
template __global__ void arithmetic<short>(const short*, const short*, short*, int);
template __global__ void arithmetic<unsigned short>(const unsigned short*, const unsigned short*, unsigned short*, int);
template __global__ void arithmetic<int>(const int*, const int*, int*, int);
template __global__ void arithmetic<unsigned>(const unsigned*, const unsigned*, unsigned*, int);
template __global__ void arithmetic<long long>(const long long*, const long long*, long long*, int);
template __global__ void arithmetic<unsigned long long>(const unsigned long long*, const unsigned long long*, unsigned long long*, int);

__global__ void intrinsics(const int* a, const int* b, int* out, const long long* c, long long* out64) {
  int i = threadIdx.x, x = a[i], y = b[i];
  int* o = out + i * 32;
  o[0] = __popc(x);
  o[1] = __clz(x);
  o[2] = __ffs(x);
  o[3] = __brev(x);
  o[4] = __byte_perm(x, y, 0x3715);
  o[5] = __mulhi(x, y);
  o[6] = __umulhi(x, y);
  o[7] = __mul24(x, y);
  o[8] = __umul24(x, y);
  o[9] = __sad(x, y, 7);
  o[10] = __usad(x, y, 7);
  o[11] = __hadd(x, y);
  o[12] = __rhadd(x, y);
  o[13] = abs(x);
  o[14] = min(x, y);
  o[15] = max((unsigned)x, (unsigned)y);
  o[16] = __funnelshift_l(x, y, 11);
  o[17] = __funnelshift_r(x, y, y);
  o[18] = __funnelshift_lc(x, y, y);
  o[19] = __funnelshift_rc(x, y, y);
  o[20] = __fns(x, 0, 3);
  o[21] = __dp4a(x, y, 100);
  o[22] = __dp4a((unsigned)x, (unsigned)y, 100u);
  o[23] = __dp2a_lo(x, y, 3);
  o[24] = __dp2a_hi(x, y, 3);
  o[25] = (x >> 5) & 0x1ff;
  o[26] = (x << 20) >> 24;
  o[27] = (x & 0xff00ff) | (y & ~0xff00ff);
  long long z = c[i];
  long long* p = out64 + i * 8;
  p[0] = __popcll(z);
  p[1] = __clzll(z);
  p[2] = __ffsll(z);
  p[3] = __brevll(z);
  p[4] = __mul64hi(z, x);
  p[5] = __umul64hi(z, x);
  p[6] = llabs(z);
  p[7] = (long long)x * y + z;
}

// Carries through 128-bit sums and products.
__global__ void wide_sums(const unsigned long long* a, unsigned long long* out) {
  int i = threadIdx.x;
  unsigned __int128 x = a[2 * i], y = a[2 * i + 1];
  x = (x << 64) | y;
  x = x * 3 + y;
  out[2 * i] = x;
  out[2 * i + 1] = x >> 64;
  unsigned low, high;
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, %4, %5;"
      : "=&r"(low), "=r"(high)
      : "r"((unsigned)a[0]), "r"((unsigned)a[1]), "r"(1u), "r"(2u));
  out[64 + i] = low + high;
}

__global__ void saturating(const int* a, const int* b, int* out) {
  int i = threadIdx.x, r;
  asm("add.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(a[i]), "r"(b[i]));
  out[i] = r;
  asm("sub.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(a[i]), "r"(b[i]));
  out[32 + i] = r;
  asm("bfe.s32 %0, %1, 3, 9;" : "=r"(r) : "r"(a[i]));
  out[64 + i] = r;
  asm("bfi.b32 %0, %1, %2, 8, 8;" : "=r"(r) : "r"(a[i]), "r"(b[i]));
  out[96 + i] = r;
  asm("bfind.s32 %0, %1;" : "=r"(r) : "r"(a[i]));
  out[128 + i] = r;
  asm("szext.wrap.s32 %0, %1, 5;" : "=r"(r) : "r"(a[i]));
  out[160 + i] = r;
  asm("bmsk.clamp.b32 %0, 4, %1;" : "=r"(r) : "r"(b[i]));
  out[192 + i] = r;
}

// Packed arithmetic of halfwords and bytes: bit tricks, and some instructions of its own.
__global__ void packed(const unsigned* a, const unsigned* b, unsigned* out) {
  int i = threadIdx.x;
  unsigned x = a[i], y = b[i];
  out[i] = __vadd2(x, y);
  out[32 + i] = __vadd4(x, y);
  out[64 + i] = __vabsdiffu4(x, y);
  out[96 + i] = __vmaxs2(x, y);
  out[128 + i] = __vminu4(x, y);
  out[160 + i] = __vcmpgtu4(x, y);
  out[192 + i] = __vavgu4(x, y);
  out[224 + i] = __vsads4(x, y);
}
