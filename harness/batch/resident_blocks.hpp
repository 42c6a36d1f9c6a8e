// Resident blocks of each row's kernel, by the toolkit's rules.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/run_record.hpp"
#include "batch/row_device.hpp"

namespace bankcheck::batch {

/// Fills in RowRecord::occupancy from the registers and shared memory of the job's cubin, for a
/// card of this architecture (`9.0`). Returns what a report's reader should know: what limits the
/// rows, or why nothing is shown.
std::vector<std::string> add_resident_blocks(const RowJob& job, const std::string& architecture,
                                             std::span<base::RowRecord> records);

}  // namespace bankcheck::batch
