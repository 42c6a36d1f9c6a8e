// Calls that stay calls: functions that are not inlined, recursion, function pointers, structures by
// value, virtual functions, large parameters.

__device__ __noinline__ float scaled(float x, float by) { return x * by + 1; }

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
using Operation = int (*)(int, int);
__device__ Operation operations[] = {add, subtract, multiply};

struct Vector {
  float x, y, z;
  short tag;
  __device__ __noinline__ float dot(const Vector& other) const {
    return x * other.x + y * other.y + z * other.z;
  }
};
__device__ __noinline__ Vector cross(Vector a, Vector b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, a.tag};
}

struct Shape {
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  float radius;
  __device__ explicit Circle(float r) : radius(r) {}
  __device__ float area() const override { return 3.0f * radius * radius; }
};

__global__ void calls(const float* in, float* out) {
  out[threadIdx.x] = scaled(in[threadIdx.x], 2) + scaled(in[threadIdx.x], 3);
}

__global__ void recursion(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 12); }

__global__ void pointers_to_functions(const int* which, int* out) {
  out[threadIdx.x] = operations[which[threadIdx.x] % 3](threadIdx.x, 5);
}

__global__ void structures(const Vector* in, Vector* out, float* dots) {
  Vector a = in[threadIdx.x], b = in[threadIdx.x + 32];
  out[threadIdx.x] = cross(a, b);
  dots[threadIdx.x] = a.dot(b);
}

__global__ void virtual_calls(const float* in, float* out) {
  Square square(in[threadIdx.x]);
  Circle circle(in[threadIdx.x]);
  const Shape* shape = threadIdx.x & 1 ? static_cast<const Shape*>(&square) : &circle;
  out[threadIdx.x] = shape->area();
}

struct Big {
  int values[40];
  char name[7];
  double scale;
};
__global__ void big_parameter(Big big, int* out, char c, short s, unsigned char u, double d, float2 f) {
  out[threadIdx.x] = big.values[threadIdx.x % 40] * big.scale + big.name[3] + c + s + u + d + f.y;
}

namespace lesson {
namespace {
template <class T, int kFactor>
__device__ __noinline__ T times(T x) { return x * kFactor; }
}
template <class T>
__global__ void scoped(T* data) { data[threadIdx.x] = times<T, 3>(data[threadIdx.x]); }
template __global__ void scoped<int>(int*);
template __global__ void scoped<double>(double*);
}  // namespace lesson

extern "C" __global__ void c_name(int* out) { out[threadIdx.x] = 7; }
