// Inline PTX as students write it: scopes with registers and labels of their own, predicates, vectors.
__global__ void scopes(const int* in, int* out) {
  int t = threadIdx.x, r;
  asm volatile(
      "{\n\t"
      ".reg .pred p;\n\t"
      ".reg .b32 t1, t2;\n\t"
      "setp.gt.s32 p, %1, 5;\n\t"
      "mov.u32 t1, 10;\n\t"
      "@p add.s32 t1, t1, %1;\n\t"
      "@!p sub.s32 t1, t1, %1;\n\t"
      "mov.b32 %0, t1;\n\t"
      "}"
      : "=r"(r) : "r"(in[t]));
  out[t] = r;
  asm volatile(
      "{ .reg .pred p, q; .reg .u32 n<3>; mov.u32 n0, 0; mov.u32 n1, %1;\n"
      "LOOP: setp.lt.u32 p|q, n0, n1; @q bra.uni DONE; add.u32 n0, n0, 2; bra LOOP;\n"
      "DONE: mov.u32 %0, n0; }"
      : "=r"(r) : "r"(in[t] & 15));
  out[t + 32] = r;
}

__global__ void shared_access(const float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&s[t * 2]));
  float x, y;
  asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(at), "f"(in[t]), "f"(in[t + 32]) : "memory");
  __syncthreads();
  asm volatile("ld.shared.v2.f32 {%0, %1}, [%2+-0];" : "=f"(x), "=f"(y) : "r"(at) : "memory");
  asm volatile("ld.volatile.shared.f32 %0, [%1+4];" : "=f"(y) : "r"(at) : "memory");
  asm volatile("red.shared.add.f32 [%0], 0f3F800000;" ::"r"(at) : "memory");
  __syncthreads();
  out[t] = x + y + s[t];
}

__global__ void semantics(int* flag, int* data) {
  int v;
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  asm volatile("ld.relaxed.sys.global.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  asm volatile("atom.acq_rel.gpu.global.add.s32 %0, [%1], 1;" : "=r"(v) : "l"(data) : "memory");
  asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(data) : "memory");
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  asm volatile("fence.sc.sys;" ::: "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("membar.cta;" ::: "memory");
  data[threadIdx.x] = v;
}

__global__ void packing(const unsigned short* in, unsigned* out) {
  int t = threadIdx.x;
  unsigned r;
  asm("mov.b32 %0, {%1, %2};" : "=r"(r) : "h"(in[2 * t]), "h"(in[2 * t + 1]));
  unsigned short low;
  asm("{ .reg .b16 high; mov.b32 {%0, high}, %1; }" : "=h"(low) : "r"(r));
  out[t] = r + low;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(r), "r"(out[0]), "r"(t));
  asm("prmt.b32.f4e %0, %0, %1, 2;" : "+r"(r) : "r"(t));
  asm("slct.s32.s32 %0, %0, %1, %2;" : "+r"(r) : "r"(t), "r"(t - 5));
  float f;
  asm("set.gt.f32.s32 %0, %1, 3;" : "=f"(f) : "r"(t));
  asm("{ .reg .pred p; testp.finite.f32 p, %1; selp.u32 %0, 1, 2, p; }" : "=r"(r) : "f"(f));
  out[t + 32] = r;
}
