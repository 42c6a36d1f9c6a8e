// How many blocks of a kernel one multiprocessor holds, by the rules of the CUDA toolkit.
//
// Theory of operation. A multiprocessor takes blocks until its threads, registers, shared memory or
// block slots are used up. The rules, with the granularities in which each is handed out, are those
// of the toolkit's own cuda_occupancy.h; what an architecture has of each is in a table here, from
// the CUDA C++ Programming Guide's "Technical Specifications per Compute Capability".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/run_record.hpp"

namespace bankcheck::gpu {

/// What a block of a kernel takes.
struct BlockNeeds {
  int threads = 0;
  int registers = 0;  ///< of each thread
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t dynamic_shared_bytes = 0;
};

/// False for a program that was built without cuda_occupancy.h: it can say nothing.
bool has_occupancy_rules();

/// `architecture`: a compute capability such as `9.0`. Absent without the toolkit's rules, for an
/// architecture that the table does not have, and for a kernel that cannot be launched there.
std::optional<base::Occupancy> occupancy(const std::string& architecture, const BlockNeeds& needs);

}  // namespace bankcheck::gpu
