// The text of the self test's kernel, as source and as PTX.
#pragma once

namespace bankcheck::cli {

inline constexpr const char* kSelfTestKernel = "bankcheck_doctor";

/// One warp copies 1,024 words to shared memory and reads 32 of them, `stride` words apart.
inline constexpr const char* kSelfTestSource = R"(
extern "C" __global__ void bankcheck_doctor(const int* in, int* out, int stride) {
  __shared__ int tile[1024];
  for (int i = threadIdx.x; i < 1024; i += 32) tile[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * stride & 1023];
}
)";

/// The same by hand.
inline constexpr const char* kSelfTestPtx = R"(
.version 7.0
.target sm_70
.address_size 64

.visible .entry bankcheck_doctor(
	.param .u64 bankcheck_doctor_param_0,
	.param .u64 bankcheck_doctor_param_1,
	.param .u32 bankcheck_doctor_param_2
)
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<12>;
	.reg .b64 	%rd<9>;
	.shared .align 4 .b8 tile[4096];

	ld.param.u64 	%rd1, [bankcheck_doctor_param_0];
	ld.param.u64 	%rd2, [bankcheck_doctor_param_1];
	ld.param.u32 	%r1, [bankcheck_doctor_param_2];
	cvta.to.global.u64 	%rd3, %rd1;
	cvta.to.global.u64 	%rd4, %rd2;
	mov.u32 	%r2, %tid.x;
	mov.u32 	%r3, tile;
	mov.u32 	%r4, %r2;

$L_copy:
	mul.wide.u32 	%rd5, %r4, 4;
	add.s64 	%rd6, %rd3, %rd5;
	ld.global.u32 	%r5, [%rd6];
	shl.b32 	%r6, %r4, 2;
	add.s32 	%r7, %r3, %r6;
	st.shared.u32 	[%r7], %r5;
	add.s32 	%r4, %r4, 32;
	setp.lt.s32 	%p1, %r4, 1024;
	@%p1 bra 	$L_copy;

	bar.sync 	0;
	mul.lo.s32 	%r8, %r2, %r1;
	shl.b32 	%r9, %r8, 2;
	and.b32  	%r10, %r9, 4092;
	add.s32 	%r10, %r3, %r10;
	ld.shared.u32 	%r11, [%r10];
	mul.wide.u32 	%rd7, %r2, 4;
	add.s64 	%rd8, %rd4, %rd7;
	st.global.u32 	[%rd8], %r11;
	ret;
}
)";

}  // namespace bankcheck::cli
