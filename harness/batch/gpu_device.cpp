#include "batch/gpu_device.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <malloc.h>

#include "batch/gpu_rows.hpp"
#include "batch/merge_records.hpp"
#include "batch/simulator_device.hpp"
#include "gpu/card_monitor.hpp"
#include "gpu/device_lock.hpp"
#include "gpu/row_runner.hpp"
#include "gpu/statistics.hpp"
#include "gpu/work_pool.hpp"
#include "rubric/geometry.hpp"

namespace bankcheck::batch {
namespace {

using base::RowOutcome;

double shared_wavefronts(const base::MemoryCounts& counts) {
  return static_cast<double>(counts.shared_load.wavefronts + counts.shared_store.wavefronts +
                             counts.shared_atomic.wavefronts);
}

/// How many times more blocks the card ran than the simulator counted.
double blocks_ratio(const RowJob& job, const rubric::RowSpec& row, const base::Launch& on_card) {
  const auto simulated = rubric::geometry(job.rubric, row, rubric::Target{});
  if (!simulated) return 0;
  return static_cast<double>(on_card.grid.count()) /
         static_cast<double>(simulated.value().grid.count());
}

/// What the measurement has to say, each sentence once, with the rows that it is about.
std::vector<std::string> timing_notes(const rubric::Rubric& rubric,
                                      std::span<const base::RowRecord> records) {
  std::vector<std::pair<std::string, std::string>> rows_of_note;
  for (const base::RowRecord& record : records) {
    if (!record.timing || record.timing->note.empty()) continue;
    const auto known =
        std::find_if(rows_of_note.begin(), rows_of_note.end(),
                     [&](const auto& entry) { return entry.first == record.timing->note; });
    if (known == rows_of_note.end()) {
      rows_of_note.emplace_back(record.timing->note, record.label);
    } else {
      known->second += ", " + record.label;
    }
  }
  const std::string heading = rubric.sweep.heading.empty() ? "row" : rubric.sweep.heading;
  std::vector<std::string> notes;
  for (const auto& [note, rows] : rows_of_note) {
    notes.push_back(fmt::format("{} {}: {}", heading, rows, note));
  }
  return notes;
}

/// The heap of a thread is limited to 64 MiB, and what is larger goes back to the kernel as soon as
/// it is freed; that of the first thread is not, and then serves all.
void share_one_heap() { mallopt(M_ARENA_MAX, 1); }

/// Each launch on a GPU takes buffers as large as those of the last: what is freed is kept, since
/// pages new from the kernel cost more than filling them.
void keep_freed_memory() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
}

void end(base::RowRecord& record, RowOutcome outcome, const std::string& text) {
  record.outcome = outcome;
  record.outcome_text = text;
}

}  // namespace

GpuDevice::GpuDevice(GpuSettings settings)
    : settings_(std::move(settings)), session_(settings_.start) {
  share_one_heap();
}

const base::Result<gpu::CardInfo>& GpuDevice::card() {
  if (!card_) card_ = session_.card();
  return *card_;
}

base::DeviceInfo GpuDevice::info() const {
  std::string text = card_->value().description();
  if (!settings_.why.empty()) text += "; " + settings_.why;
  return {"gpu", std::move(text)};
}

std::string GpuDevice::architecture() const { return card_->value().architecture(); }

/// The simulator counts while the card runs: what the host does meanwhile does not show in times
/// that the card's own events measure. It does not give way to those who prepare and verify
/// launches: then the card would be done sooner and the submission later.
RunRemarks GpuDevice::run(const RowJob& job, std::span<base::RowRecord> records,
                          const std::atomic<bool>& stop) {
  std::vector<base::RowRecord> on_card(records.begin(), records.end());
  Asked asked = ask(job, on_card, stop);
  // What crashes or does not end on the simulator is not waited for on the card.
  std::atomic<bool> simulated = false;
  asked.job.is_hopeless = [&](std::size_t row) {
    if (!simulated) return false;
    const RowOutcome outcome = records[asked.rows[row]].outcome;
    return outcome == RowOutcome::kCrashed || outcome == RowOutcome::kTimedOut;
  };
  RunRemarks remarks;
  RunRemarks of_card;
  double clock_mhz = 0;
  {
    const std::jthread simulating([&] {
      remarks = SimulatorDevice({}, settings_.threads).run(job, records, stop);
      simulated = true;
    });
    clock_mhz = run_on_card(asked, on_card, &of_card);
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    merge_gpu_record(std::move(on_card[i]), &records[i]);
  }
  for (std::size_t i = 0; i < asked.rows.size(); ++i) {
    base::RowRecord& record = records[asked.rows[i]];
    if (!record.counts) continue;
    const double blocks = blocks_ratio(job, job.rows[asked.rows[i]].spec, asked.job.rows[i].launch);
    if (record.counters) {
      record.counters->simulated_load_wavefronts =
          blocks * static_cast<double>(record.counts->shared_load.wavefronts);
    }
    if (record.timing) {
      record.timing->wavefronts_per_cycle = gpu::wavefronts_per_cycle(
          blocks * shared_wavefronts(*record.counts), record.timing->median_ms,
          card_->value().multiprocessors, clock_mhz);
    }
  }
  const std::vector<std::string> timing = timing_notes(job.rubric, records);
  remarks.notes.insert(remarks.notes.end(), timing.begin(), timing.end());
  remarks.notes.insert(remarks.notes.end(), of_card.notes.begin(), of_card.notes.end());
  remarks.counters_denied = of_card.counters_denied;
  return remarks;
}

/// Others may have the card meanwhile, so with the threads of the simulator.
std::vector<std::optional<base::Result<gpu::GpuRow>>> GpuDevice::gpu_rows(
    const RowJob& job, const std::shared_ptr<const std::string>& cubin, std::size_t count) const {
  std::vector<std::optional<base::Result<gpu::GpuRow>>> rows(count);
  std::vector<gpu::WorkPool::Task> tasks;
  for (std::size_t i = 0; i < count; ++i) {
    tasks.push_back([&, i] {
      rows[i] = gpu_row(job, job.rows[i].spec, cubin, card_->value().multiprocessors);
    });
  }
  gpu::WorkPool pool((settings_.threads > 0 ? settings_.threads : settings_.verifiers) - 1);
  pool.start(std::move(tasks));
  pool.wait();
  return rows;
}

GpuDevice::Asked GpuDevice::ask(const RowJob& job, std::span<base::RowRecord> records,
                                const std::atomic<bool>& stop) {
  Asked asked;
  const auto cubin = std::make_shared<const std::string>(job.code.cubin);
  auto rows = gpu_rows(job, cubin, records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    auto& row = *rows[i];
    if (!row) {
      end(records[i], RowOutcome::kCompileError, row.errors().front().text);
      continue;
    }
    asked.job.rows.push_back(std::move(row).value());
    asked.rows.push_back(i);
  }
  asked.job.baseline = job.rubric.sweep.baseline;
  asked.job.row_seconds = job.rubric.limits.row_seconds;
  asked.job.timing = settings_.timing;
  asked.job.threads = settings_.verifiers;
  asked.job.is_cancelled = [&stop] { return stop.load(); };
  return asked;
}

double GpuDevice::run_on_card(const Asked& asked, std::span<base::RowRecord> records,
                              RunRemarks* remarks) {
  gpu::DeviceLock::Hooks hooks;
  hooks.is_cancelled = asked.job.is_cancelled;
  hooks.on_wait = [this] {
    if (settings_.say) settings_.say("waiting until another grader is done with the GPU");
  };
  const std::string& uuid = card_->value().uuid;
  const auto lock = gpu::DeviceLock::acquire(settings_.lock_folder, uuid, hooks);
  if (!lock) {
    const bool stopped = asked.job.is_cancelled();
    for (const std::size_t row : asked.rows) {
      end(records[row], stopped ? RowOutcome::kNotRun : RowOutcome::kMachineTrouble,
          lock.errors().front().text);
    }
    return 0;
  }
  keep_freed_memory();
  std::vector<base::RowRecord> ran = gpu::run_rows(session_, asked.job);
  for (std::size_t i = 0; i < ran.size(); ++i) records[asked.rows[i]] = std::move(ran[i]);
  if (settings_.counters) read_counters(asked, records, remarks);
  const auto state = gpu::read_card_state(uuid);
  return state ? state.value().sm_clock_mhz.value_or(0) : 0;
}

void GpuDevice::read_counters(const Asked& asked, std::span<base::RowRecord> records,
                              RunRemarks* remarks) const {
  gpu::GpuJob fine;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < asked.rows.size(); ++i) {
    if (records[asked.rows[i]].outcome != RowOutcome::kOk) continue;
    fine.rows.push_back(asked.job.rows[i]);
    rows.push_back(asked.rows[i]);
  }
  if (rows.empty()) return;
  const auto counters = gpu::read_counters(*settings_.counters, fine);
  if (!counters) {
    remarks->notes.push_back(counters.errors().front().text);
    remarks->counters_denied = gpu::were_denied(counters.errors());
    return;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    records[rows[i]].counters = counters.value()[i];
  }
}

}  // namespace bankcheck::batch
