// Branches of every shape: divergent, nested, early return, loops with break and continue, switches
// (with a branch table), short circuits, goto. Launch: one block of 64.

__global__ void divergence(const int* in, int* out) {
  int t = threadIdx.x, v = in[t], r = 0;
  if (v & 1) {
    if (v & 2) r = 1; else r = 2;
    r += v;
  } else if (v > 10) {
    r = 3;
  }
  for (int i = 0; i < v; ++i) {
    if (i == 7) break;
    if (i % 3 == 1) continue;
    r += i;
  }
  out[t] = r;
}

__global__ void early_return(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (in[i] < 0) {
    out[i] = -1;
    return;
  }
  out[i] = in[i] * 2;
}

__global__ void switches(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  switch (v) {
    case 0: out[t] = 100; break;
    case 1: out[t] = v * t; break;
    case 2: out[t] = v + t; break;
    case 3: out[t] = v - t;  // falls through
    case 4: out[t] ^= 5; break;
    case 5: out[t + 64] = 3; break;
    case 6: out[t] = in[t + 1]; break;
    case 7: out[t] = in[t] / (t + 1); break;
    case 8: out[2 * t] = 8; break;
    case 9: out[t] = __popc(t); break;
    default: out[t] = -v;
  }
}

__global__ void collatz(const unsigned* in, int* out) {
  unsigned n = in[threadIdx.x];
  int steps = 0;
  while (n > 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  out[threadIdx.x] = steps;
}

__global__ void short_circuit(const int* a, const int* b, int* out) {
  int t = threadIdx.x;
  if ((a[t] > 0 && b[a[t] & 63] > 0) || (b[t] == 3 && a[t] != 5)) out[t] = 1;
  else out[t] = a[t] > b[t] ? (a[t] > 5 ? 2 : 3) : 4;
}

__global__ void jumps(const int* in, int* out) {
  int t = threadIdx.x, i = 0, sum = 0;
again:
  sum += in[(t + i) & 63];
  if (++i < 10 && sum < 100) goto again;
  if (sum & 1) goto odd;
  sum *= 2;
odd:
  out[t] = sum;
}

__global__ void nested_loops(const float* m, float* out, int n) {
  float best = -1e30f;
  for (int i = 0; i < n; ++i) {
    float row = 0;
    for (int j = threadIdx.x % 4; j < n; j += 2) {
      float v = m[i * n + j];
      if (v < 0) break;
      for (int k = 0; k < 3; ++k) row += v * k;
    }
    best = fmaxf(best, row);
  }
  out[threadIdx.x] = best;
}

// A branch table: each case is too different for arithmetic.
__global__ void interpreter(const unsigned char* code, int length, int* stack_out) {
  int stack[8] = {0};
  int top = 0;
  for (int pc = 0; pc < length; ++pc) {
    switch (code[pc] & 15) {
      case 0: stack[top++ & 7] = threadIdx.x; break;
      case 1: stack[top++ & 7] = code[++pc]; break;
      case 2: --top; stack[(top - 1) & 7] += stack[top & 7]; break;
      case 3: --top; stack[(top - 1) & 7] -= stack[top & 7]; break;
      case 4: --top; stack[(top - 1) & 7] *= stack[top & 7]; break;
      case 5: stack[(top - 1) & 7] = ~stack[(top - 1) & 7]; break;
      case 6: stack[top & 7] = stack[(top - 1) & 7]; ++top; break;
      case 7: if (stack[--top & 7]) pc = 0; break;
      case 8: stack[(top - 1) & 7] = __popc(stack[(top - 1) & 7]); break;
      case 9: stack[(top - 1) & 7] <<= 1; break;
      case 10: __syncwarp(); break;
      default: return;
    }
  }
  stack_out[threadIdx.x] = stack[(top - 1) & 7];
}
