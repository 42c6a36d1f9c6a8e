// Arithmetic on the halfwords and bytes of a word by the toolkit's intrinsics, some of which are
// instructions and some bit tricks. Launch: a warp; 32 words of `out` for each intrinsic in turn.

#define OF_ONE(X) \
  X(__vabs2) X(__vabs4) X(__vabsss2) X(__vabsss4) X(__vneg2) X(__vneg4) X(__vnegss2) X(__vnegss4)
#define OF_TWO(X) \
  X(__vadd2) X(__vadd4) X(__vaddss2) X(__vaddss4) X(__vaddus2) X(__vaddus4) \
  X(__vsub2) X(__vsub4) X(__vsubss2) X(__vsubss4) X(__vsubus2) X(__vsubus4) \
  X(__vabsdiffs2) X(__vabsdiffs4) X(__vabsdiffu2) X(__vabsdiffu4) \
  X(__vsads2) X(__vsads4) X(__vsadu2) X(__vsadu4) \
  X(__vavgs2) X(__vavgs4) X(__vavgu2) X(__vavgu4) X(__vhaddu2) X(__vhaddu4) \
  X(__vmaxs2) X(__vmaxs4) X(__vmaxu2) X(__vmaxu4) X(__vmins2) X(__vmins4) X(__vminu2) X(__vminu4) \
  X(__vcmpeq2) X(__vcmpeq4) X(__vcmpges2) X(__vcmpgeu4) X(__vcmpgts4) X(__vcmpgtu2) X(__vcmpltu4) \
  X(__vseteq4) X(__vsetges2) X(__vsetltu4) X(__vsetne2) \
  X(__vimax_s16x2_relu) X(__vimin_s16x2_relu) X(__vimax_s32_relu) X(__vimin_s32_relu)
#define OF_THREE(X) \
  X(__viaddmax_s16x2) X(__viaddmax_s16x2_relu) X(__viaddmax_u16x2) X(__viaddmin_s16x2) \
  X(__viaddmin_s16x2_relu) X(__viaddmin_u16x2) X(__vimax3_s16x2) X(__vimax3_u16x2) \
  X(__vimin3_s16x2_relu) X(__vimin3_u16x2) X(__viaddmax_s32_relu) X(__vimax3_s32_relu)

#define CALL_ONE(f) *o = f(x), o += 32;
#define CALL_TWO(f) *o = f(x, y), o += 32;
#define CALL_THREE(f) *o = f(x, y, z), o += 32;

__global__ void packed_one(const unsigned* a, unsigned* out) {
  unsigned x = a[threadIdx.x], *o = out + threadIdx.x;
  OF_ONE(CALL_ONE)
}
__global__ void packed_two(const unsigned* a, const unsigned* b, unsigned* out) {
  unsigned x = a[threadIdx.x], y = b[threadIdx.x], *o = out + threadIdx.x;
  OF_TWO(CALL_TWO)
}
__global__ void packed_three(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out) {
  unsigned x = a[threadIdx.x], y = b[threadIdx.x], z = c[threadIdx.x], *o = out + threadIdx.x;
  OF_THREE(CALL_THREE)
}
