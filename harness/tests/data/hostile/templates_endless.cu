// Instantiates without end.
template <int N>
struct A {
  static constexpr int value = A<N + 1>::value;
};
__device__ int x = A<0>::value;
