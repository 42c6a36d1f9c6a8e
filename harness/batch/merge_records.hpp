// One record of a row from what the simulator and a GPU each found.
#pragma once

#include "base/run_record.hpp"

namespace bankcheck::batch {

/// Adds a GPU's record to the simulator's. The simulator's outcome stands when it has something to
/// say (it knows thread and line); otherwise the GPU's does. A row that the simulator cannot run
/// but the GPU can is fine, and says so in its text.
void merge_gpu_record(base::RowRecord&& gpu, base::RowRecord* record);

}  // namespace bankcheck::batch
