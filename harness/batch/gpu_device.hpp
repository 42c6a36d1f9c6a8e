// A GPU as a row device: rows are run and timed there while the simulator counts their wavefronts.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/row_device.hpp"
#include "gpu/counters.hpp"
#include "gpu/gpu_job.hpp"
#include "gpu/session.hpp"

namespace bankcheck::batch {

struct GpuSettings {
  gpu::StartWorker start;
  std::string why;                              ///< for the header: why this device was taken
  std::string lock_folder = "/tmp";             ///< one that all graders of the machine share
  std::optional<gpu::CounterTools> counters;    ///< read hardware counters too
  std::function<void(const std::string&)> say;  ///< "waiting for another grader…"; may be empty
  gpu::TimingOptions timing;
  unsigned threads = 0;    ///< for simulating; 0 means one for each core
  unsigned verifiers = 1;  ///< threads that prepare and verify launches while the card is held
};

/// For one submission: its worker starts in the constructor, so that the card's context opens while
/// the submission is compiled. The card is locked only while rows run.
class GpuDevice : public RowDevice {
 public:
  explicit GpuDevice(GpuSettings settings);

  /// The card, or why it cannot be used. Ask before anything else: the functions below need one.
  const base::Result<gpu::CardInfo>& card();

  base::DeviceInfo info() const override;
  std::string architecture() const override;
  bool wants_cubin() const override { return true; }
  RunRemarks run(const RowJob& job, std::span<base::RowRecord> records,
                 const std::atomic<bool>& stop) override;

 private:
  /// What the card is asked, and which of the records each of its rows is.
  struct Asked {
    gpu::GpuJob job;
    std::vector<std::size_t> rows;
  };

  std::vector<std::optional<base::Result<gpu::GpuRow>>> gpu_rows(
      const RowJob& job, const std::shared_ptr<const std::string>& cubin, std::size_t count) const;
  Asked ask(const RowJob& job, std::span<base::RowRecord> records, const std::atomic<bool>& stop);
  /// Runs what was asked under the card's lock; the clock in MHz, 0 when it is not known.
  double run_on_card(const Asked& asked, std::span<base::RowRecord> records, RunRemarks* remarks);
  void read_counters(const Asked& asked, std::span<base::RowRecord> records,
                     RunRemarks* remarks) const;

  GpuSettings settings_;
  gpu::Session session_;
  std::optional<base::Result<gpu::CardInfo>> card_;
};

}  // namespace bankcheck::batch
