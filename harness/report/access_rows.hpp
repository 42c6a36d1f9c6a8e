// The kinds of memory access that reports tell apart, in one order.
#pragma once

#include <cstdint>
#include <vector>

#include "base/run_record.hpp"

namespace bankcheck::report {

/// What one kind of access came to. `amount` counts wavefronts for shared memory and 32-byte
/// sectors for global memory, where there is no `worst`.
struct AccessRow {
  const char* name = "";  ///< "shared load"
  const char* key = "";   ///< "shared_load", for JSON
  bool is_shared = true;
  std::uint64_t requests = 0;
  std::uint64_t amount = 0;
  std::uint32_t worst = 0;

  double mean() const {
    return requests == 0 ? 0.0 : static_cast<double>(amount) / static_cast<double>(requests);
  }
};

/// Every kind, those without a request too.
std::vector<AccessRow> access_rows(const base::MemoryCounts& counts);

}  // namespace bankcheck::report
