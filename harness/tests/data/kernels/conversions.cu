// Conversions between every two arithmetic types, and with every rounding. Launch: one block of 32.
template <class From, class To>
__device__ void convert_one(const From* in, To* out) { out[threadIdx.x] = (To)in[threadIdx.x]; }

template <class From>
__global__ void convert(const From* in, signed char* i8, unsigned char* u8, short* i16,
                        unsigned short* u16, int* i32, unsigned* u32, long long* i64,
                        unsigned long long* u64, float* f32, double* f64) {
  convert_one(in, i8);
  convert_one(in, u8);
  convert_one(in, i16);
  convert_one(in, u16);
  convert_one(in, i32);
  convert_one(in, u32);
  convert_one(in, i64);
  convert_one(in, u64);
  convert_one(in, f32);
  convert_one(in, f64);
}
#define ALL(T)                                                                                    \
  template __global__ void convert<T>(const T*, signed char*, unsigned char*, short*,             \
                                      unsigned short*, int*, unsigned*, long long*,               \
                                      unsigned long long*, float*, double*)
ALL(signed char);
ALL(unsigned char);
ALL(short);
ALL(unsigned short);
ALL(int);
ALL(unsigned);
ALL(long long);
ALL(unsigned long long);
ALL(float);
ALL(double);

__global__ void rounded(const float* f, const double* d, int* out, long long* out64, float* to_float,
                        double* to_double) {
  int i = threadIdx.x;
  int* o = out + i * 12;
  o[0] = __float2int_rn(f[i]);
  o[1] = __float2int_rd(f[i]);
  o[2] = __float2int_ru(f[i]);
  o[3] = __float2uint_rz(f[i]);
  o[4] = __double2int_rn(d[i]);
  o[5] = __double2uint_ru(d[i]);
  o[6] = __float_as_int(f[i]);
  o[7] = __double2hiint(d[i]);
  o[8] = __double2loint(d[i]);
  out64[i * 3] = __float2ll_rn(f[i]);
  out64[i * 3 + 1] = __double2ull_rd(d[i]);
  out64[i * 3 + 2] = __double_as_longlong(d[i]);
  to_float[i * 4] = __int2float_rz(o[0]);
  to_float[i * 4 + 1] = __ull2float_ru(out64[i]);
  to_float[i * 4 + 2] = __double2float_rd(d[i]);
  to_float[i * 4 + 3] = __int_as_float(o[6]);
  to_double[i * 2] = __ll2double_rd(out64[i]);
  to_double[i * 2 + 1] = __hiloint2double(o[7], o[8]);
}

__global__ void packed_bytes(const uchar4* in, float4* out, char4* back) {
  uchar4 p = in[threadIdx.x];
  out[threadIdx.x] = make_float4(p.x, p.y, p.z, p.w);
  back[threadIdx.x] = make_char4(p.w, p.z, p.y, p.x);
}
