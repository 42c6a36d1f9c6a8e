// The simulator as a row device.
#pragma once

#include "batch/row_device.hpp"

namespace bankcheck::batch {

/// Rows run in parallel, each as a launch of its own with fresh memory, in a process of their own
/// (isolated_rows.hpp); the records do not depend on how many threads there are.
class SimulatorDevice : public RowDevice {
 public:
  /// `why` says in the report why this device was taken; `threads` 0 means one for each core.
  explicit SimulatorDevice(std::string why, unsigned threads = 0);

  base::DeviceInfo info() const override;
  std::string architecture() const override { return "90"; }
  bool wants_cubin() const override { return false; }
  RunRemarks run(const RowJob& job, std::span<base::RowRecord> records,
                 const std::atomic<bool>& stop) override;

 private:
  std::string why_;
  unsigned threads_;
};

}  // namespace bankcheck::batch
