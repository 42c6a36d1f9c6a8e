// 2^24 instantiations, none of them deep.
template <int N, unsigned long long P>
struct A {
  static constexpr int value = A<N - 1, 2 * P>::value + A<N - 1, 2 * P + 1>::value;
};
template <unsigned long long P>
struct A<0, P> {
  static constexpr int value = 1;
};
__device__ int x = A<24, 1>::value;
