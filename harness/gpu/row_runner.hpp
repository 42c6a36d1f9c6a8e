// Runs the rows of a sweep on a GPU: each in a module of its own, every launch verified, timed in
// interleaved rounds; a row that breaks its worker is set aside and the others go on with a new
// one.
#pragma once

#include <vector>

#include "base/run_record.hpp"
#include "gpu/gpu_job.hpp"
#include "gpu/session.hpp"

namespace bankcheck::gpu {

/// One record for each row of `job`, in its order, with `outcome`, `mismatch`, `hazards`, `timing`,
/// `registers`, `shared_bytes` and `resident_blocks_per_sm` filled in. The caller holds the card's
/// lock (device_lock.hpp) when times are wanted.
std::vector<base::RowRecord> run_rows(Session& session, const GpuJob& job);

}  // namespace bankcheck::gpu
