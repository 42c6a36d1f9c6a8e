// What a thread can read about itself and its launch. Launch: any.
__global__ void identity(unsigned* out) {
  unsigned i = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  i = i * blockDim.x * blockDim.y * blockDim.z +
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned* o = out + i * 24;
  o[0] = threadIdx.x, o[1] = threadIdx.y, o[2] = threadIdx.z;
  o[3] = blockIdx.x, o[4] = blockIdx.y, o[5] = blockIdx.z;
  o[6] = blockDim.x, o[7] = blockDim.y, o[8] = blockDim.z;
  o[9] = gridDim.x, o[10] = gridDim.y, o[11] = gridDim.z;
  o[12] = warpSize;
  unsigned v;
#define READ(at, name) asm volatile("mov.u32 %0, %%" name ";" : "=r"(v)); o[at] = v
  READ(13, "warpid");
  READ(14, "nwarpid");
  READ(15, "smid");
  READ(16, "nsmid");
  READ(17, "dynamic_smem_size");
  READ(18, "total_smem_size");
  READ(19, "laneid");
  READ(20, "clusterid.x");
  READ(21, "cluster_nctarank");
  READ(22, "envreg3");
  READ(23, "globaltimer_lo");
}
