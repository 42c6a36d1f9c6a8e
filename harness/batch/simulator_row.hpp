// One row of the sweep on the simulator: the launch, its receipts and its ledger.
#pragma once

#include "batch/row_device.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::batch {

/// Fills the record, whatever happens. Memory that cannot be had is our trouble. A row that `stop`
/// ends is left as one that did not run.
void run_simulator_row(const sim::Program& program, const RowJob& job, const rubric::RowSpec& row,
                       unsigned worker_threads, base::RowRecord& record,
                       const std::atomic<bool>& stop);

}  // namespace bankcheck::batch
