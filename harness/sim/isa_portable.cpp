// The instruction bodies for any processor.
#include <cfenv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "sim/comparison.hpp"
#include "sim/isa.hpp"
#include "sim/mbarrier.hpp"
#include "sim/mbarrier_access.hpp"
#include "sim/memory_access.hpp"

namespace bankcheck::sim {
namespace {

#include "sim/bodies/all.inl"

}  // namespace

const Isa& portable_isa() {
  static const Isa isa{"portable", &select, &run};
  return isa;
}

const Isa& best_isa() {
  const Isa* avx2 = avx2_isa();
  return avx2 != nullptr ? *avx2 : portable_isa();
}

}  // namespace bankcheck::sim
