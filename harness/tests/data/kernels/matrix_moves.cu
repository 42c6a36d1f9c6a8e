// ldmatrix, stmatrix and movmatrix through inline PTX. Launch: one block of 32.
__global__ void load_matrices(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned s[128];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) s[t + 32 * i] = in[t + 32 * i];
  __syncwarp();
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&s[t * 4]));
  unsigned r0, r1, r2, r3;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(at) : "memory");
  out[t] = r0, out[t + 32] = r1, out[t + 64] = r2, out[t + 96] = r3;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];"
               : "=r"(r0), "=r"(r1) : "r"(at) : "memory");
  out[t + 128] = r0, out[t + 160] = r1;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(r0) : "r"(at) : "memory");
  out[t + 192] = r0;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r1) : "r"(r0));
  out[t + 224] = r1;
}

__global__ void store_matrices(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned s[128];
  int t = threadIdx.x;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&s[t * 4]));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
               ::"r"(at), "r"(in[t]), "r"(in[t + 32]), "r"(in[t + 64]), "r"(in[t + 96]) : "memory");
  __syncwarp();
  for (int i = 0; i < 4; ++i) out[t + 32 * i] = s[t + 32 * i];
}
