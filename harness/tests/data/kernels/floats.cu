// Single and double precision: arithmetic, rounding modes, comparisons, the mathematical functions.
// Launch: any; one element a thread.

__global__ void float_basics(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i], y = b[i];
  float* o = out + i * 24;
  o[0] = x + y;
  o[1] = x - y;
  o[2] = x * y;
  o[3] = x / y;
  o[4] = fmaf(x, y, 1.5f);
  o[5] = sqrtf(fabsf(x));
  o[6] = 1.0f / y;
  o[7] = rsqrtf(fabsf(x) + 1);
  o[8] = fminf(x, y);
  o[9] = fmaxf(x, y);
  o[10] = floorf(x);
  o[11] = ceilf(x);
  o[12] = truncf(x);
  o[13] = rintf(x);
  o[14] = roundf(x);
  o[15] = copysignf(x, y);
  o[16] = -x;
  o[17] = isnan(x) ? 1 : isinf(y) ? 2 : 3;
  o[18] = x < y;
  o[19] = !(x >= y);
  o[20] = __saturatef(x);
  o[21] = fmodf(x, y);
  o[22] = fdimf(x, y);
  o[23] = hypotf(x, y);
}

__global__ void float_rounding(const float* a, const float* b, float* out) {
  int i = threadIdx.x;
  float x = a[i], y = b[i];
  float* o = out + i * 16;
  o[0] = __fadd_rz(x, y);
  o[1] = __fadd_ru(x, y);
  o[2] = __fadd_rd(x, y);
  o[3] = __fmul_rz(x, y);
  o[4] = __fmul_ru(x, y);
  o[5] = __fmaf_rd(x, y, x);
  o[6] = __fdiv_rz(x, y);
  o[7] = __fdiv_ru(x, y);
  o[8] = __fsqrt_rd(fabsf(x));
  o[9] = __frcp_rz(y);
  o[10] = __fsub_rn(x, y);
  o[11] = __frsqrt_rn(fabsf(y));
}

__global__ void float_fast(const float* a, const float* b, float* out) {
  int i = threadIdx.x;
  float x = a[i], y = b[i];
  float* o = out + i * 12;
  o[0] = __sinf(x);
  o[1] = __cosf(x);
  o[2] = __tanf(x);
  o[3] = __expf(x);
  o[4] = __exp10f(x);
  o[5] = __logf(fabsf(x));
  o[6] = __log2f(fabsf(x));
  o[7] = __powf(fabsf(x), y);
  o[8] = __fdividef(x, y);
  float t;
  asm("tanh.approx.f32 %0, %1;" : "=f"(t) : "f"(x));
  o[9] = t;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(t) : "f"(x));
  o[10] = t;
  asm("div.full.f32 %0, %1, %2;" : "=f"(t) : "f"(x), "f"(y));
  o[11] = t;
}

__global__ void float_functions(const float* a, const float* b, float* out) {
  int i = threadIdx.x;
  float x = a[i], y = b[i];
  float* o = out + i * 20;
  o[0] = sinf(x);
  o[1] = cosf(x);
  o[2] = tanf(x);
  o[3] = expf(x);
  o[4] = exp2f(x);
  o[5] = logf(fabsf(x));
  o[6] = log10f(fabsf(x));
  o[7] = powf(fabsf(x), y);
  o[8] = atan2f(x, y);
  o[9] = asinf(x);
  o[10] = sinhf(x);
  o[11] = tanhf(x);
  o[12] = erff(x);
  o[13] = tgammaf(x);
  o[14] = cbrtf(x);
  o[15] = log1pf(fabsf(x));
  o[16] = expm1f(x);
  int e;
  o[17] = frexpf(x, &e) + e;
  o[18] = ldexpf(x, 3);
  float whole;
  o[19] = modff(x, &whole) + whole;
}

__global__ void double_basics(const double* a, const double* b, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = a[i], y = b[i];
  double* o = out + i * 16;
  o[0] = x + y;
  o[1] = x - y;
  o[2] = x * y;
  o[3] = x / y;
  o[4] = fma(x, y, 1.5);
  o[5] = sqrt(fabs(x));
  o[6] = fmin(x, y);
  o[7] = fmax(x, y);
  o[8] = floor(x);
  o[9] = rint(y);
  o[10] = copysign(x, y);
  o[11] = x < y ? -x : y;
  o[12] = __dadd_rz(x, y);
  o[13] = __dmul_ru(x, y);
  o[14] = __ddiv_rd(x, y);
  o[15] = rsqrt(fabs(x) + 1);
}

__global__ void double_functions(const double* a, double* out) {
  int i = threadIdx.x;
  double x = a[i];
  double* o = out + i * 12;
  o[0] = sin(x);
  o[1] = cos(x);
  o[2] = exp(x);
  o[3] = log(fabs(x));
  o[4] = pow(fabs(x), 1.7);
  o[5] = tan(x);
  o[6] = atan(x);
  o[7] = tanh(x);
  o[8] = cbrt(x);
  o[9] = erf(x);
  o[10] = fmod(x, 0.7);
  o[11] = lgamma(x);
}
