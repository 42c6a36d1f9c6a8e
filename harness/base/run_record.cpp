#include "base/run_record.hpp"

namespace bankcheck::base {

void MemoryCounts::add(const MemoryCounts& other) {
  shared_load.add(other.shared_load);
  shared_store.add(other.shared_store);
  shared_atomic.add(other.shared_atomic);
  matrix_load.add(other.matrix_load);
  async_copy.add(other.async_copy);
  unruled_atomics += other.unruled_atomics;
  global_load.add(other.global_load);
  global_store.add(other.global_store);
  global_atomic.add(other.global_atomic);
}

}  // namespace bankcheck::base
