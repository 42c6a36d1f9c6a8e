// One 32-bit shared atomic of one warp, of each kind: what h200_shared_atomics.csv was counted with.
// Launch: one block of 32.

#define ATOMIC(name, call)                                                       \
  extern "C" __global__ void name(int stride, unsigned lanes, unsigned* out) {   \
    __shared__ unsigned s[1024];                                                 \
    for (int i = threadIdx.x; i < 1024; i += 32) s[i] = i;                       \
    __syncthreads();                                                             \
    const int i = threadIdx.x * stride % 1024;                                   \
    unsigned v = threadIdx.x + 7;                                                \
    if (lanes >> threadIdx.x & 1) v = call;                                      \
    __syncthreads();                                                             \
    out[threadIdx.x] = v + s[threadIdx.x];                                       \
  }

ATOMIC(atomic_add, atomicAdd(&s[i], v))
ATOMIC(atomic_min, atomicMin(&s[i], v))
ATOMIC(atomic_max, atomicMax(&s[i], v))
ATOMIC(atomic_and, atomicAnd(&s[i], v))
ATOMIC(atomic_or, atomicOr(&s[i], v))
ATOMIC(atomic_xor, atomicXor(&s[i], v))
ATOMIC(atomic_exch, atomicExch(&s[i], v))
ATOMIC(atomic_cas, atomicCAS(&s[i], static_cast<unsigned>(i), v))
ATOMIC(atomic_inc, atomicInc(&s[i], v))
ATOMIC(atomic_dec, atomicDec(&s[i], v))
