#include "checks/padding.hpp"

namespace bankcheck::checks {

const TableRow* unpadded_row(const std::vector<TableRow>& rows, const TableRow& row) {
  const TableRow* best = nullptr;
  for (const TableRow& other : rows) {
    const std::uint32_t bytes = other.record.shared_bytes;
    if (bytes == 0 || bytes >= row.record.shared_bytes) continue;
    if (best == nullptr || bytes > best->record.shared_bytes) best = &other;
  }
  return best;
}

}  // namespace bankcheck::checks
