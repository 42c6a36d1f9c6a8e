#include "batch/simulator_device.hpp"

#include <algorithm>
#include <thread>

#include "batch/code_notes.hpp"
#include "batch/isolated_rows.hpp"
#include "batch/simulator_row.hpp"
#include "ptx/parser.hpp"

namespace bankcheck::batch {
namespace {

constexpr std::size_t kShownErrors = 3;

std::string first_texts(const base::Diagnostics& errors) {
  std::string text;
  for (std::size_t i = 0; i < std::min(errors.size(), kShownErrors); ++i) {
    text += (i == 0 ? "" : "; ") + errors[i].text;
  }
  if (errors.size() > kShownErrors) {
    text += " and " + std::to_string(errors.size() - kShownErrors) + " more";
  }
  return text;
}

/// What becomes of every row of code that the simulator cannot take.
RowWork unsupported(const base::Diagnostics& errors) {
  return [text = first_texts(errors)](std::size_t, base::RowRecord& record, unsigned,
                                      const std::atomic<bool>&) {
    record.outcome = base::RowOutcome::kUnsupported;
    record.outcome_text = text;
  };
}

/// Reads the student's code: for a child to do.
RowWork prepare(const RowJob& job) {
  auto module = ptx::parse(job.code.ptx, "PTX");
  if (!module) return unsupported(module.errors());
  const auto program =
      sim::Program::load(std::make_shared<const ptx::Module>(std::move(module).value()));
  if (!program) return unsupported(program.errors());
  return [&job, program = program.value()](std::size_t row, base::RowRecord& record,
                                           unsigned threads, const std::atomic<bool>& stop) {
    run_simulator_row(program, job, job.rows[row].spec, threads, record, stop);
  };
}

}  // namespace

SimulatorDevice::SimulatorDevice(std::string why, unsigned threads)
    : why_(std::move(why)),
      threads_(threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency())) {}

base::DeviceInfo SimulatorDevice::info() const { return {"simulator", why_}; }

RunRemarks SimulatorDevice::run(const RowJob& job, std::span<base::RowRecord> records,
                                const std::atomic<bool>& stop) {
  RowsLimits limits;
  limits.threads = threads_;
  limits.row_seconds = job.rubric.limits.row_seconds;
  run_rows_isolated(
      records, [&job] { return prepare(job); }, limits, stop);
  return {code_notes(records), false};
}

}  // namespace bankcheck::batch
