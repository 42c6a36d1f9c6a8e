#include "report/access_rows.hpp"

namespace bankcheck::report {
namespace {

AccessRow shared(const char* name, const char* key, const base::AccessCounts& counts) {
  return {name, key, true, counts.requests, counts.wavefronts, counts.worst_wavefronts};
}

AccessRow global(const char* name, const char* key, const base::SectorCounts& counts) {
  return {name, key, false, counts.requests, counts.sectors, 0};
}

}  // namespace

std::vector<AccessRow> access_rows(const base::MemoryCounts& counts) {
  return {
      shared("shared load", "shared_load", counts.shared_load),
      shared("shared store", "shared_store", counts.shared_store),
      shared("shared atomic", "shared_atomic", counts.shared_atomic),
      shared("ldmatrix", "matrix_load", counts.matrix_load),
      shared("cp.async", "async_copy", counts.async_copy),
      global("global load", "global_load", counts.global_load),
      global("global store", "global_store", counts.global_store),
      global("global atomic", "global_atomic", counts.global_atomic),
  };
}

}  // namespace bankcheck::report
