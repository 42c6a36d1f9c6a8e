// The instruction bodies for processors with AVX2.
#include "sim/isa.hpp"

#if defined(__x86_64__) && defined(__AVX2__)

#include <cfenv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <immintrin.h>

#include "sim/comparison.hpp"
#include "sim/mbarrier.hpp"
#include "sim/mbarrier_access.hpp"
#include "sim/memory_access.hpp"

namespace bankcheck::sim {
namespace {

#include "sim/bodies/all.inl"

}  // namespace

const Isa* avx2_isa() {
  static const Isa isa{"avx2", &select, &run};
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &isa : nullptr;
}

}  // namespace bankcheck::sim

#else

namespace bankcheck::sim {
const Isa* avx2_isa() { return nullptr; }
}  // namespace bankcheck::sim

#endif
