// Computes without end at compile time.
constexpr unsigned long long spin() {
  unsigned long long sum = 0;
  for (unsigned long long i = 0; i >= 0; ++i) sum += i;
  return sum;
}
constexpr unsigned long long value = spin();
__device__ unsigned long long x = value;
