#include "batch/simulator_device.hpp"

#include <algorithm>
#include <thread>

#include "batch/code_notes.hpp"
#include "batch/simulator_row.hpp"
#include "ptx/parser.hpp"

namespace bankcheck::batch {
namespace {

constexpr std::size_t kShownErrors = 3;

void mark_all(std::span<base::RowRecord> records, base::RowOutcome outcome,
              const std::string& text) {
  for (base::RowRecord& record : records) {
    record.outcome = outcome;
    record.outcome_text = text;
  }
}

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

}  // namespace

SimulatorDevice::SimulatorDevice(std::string why, unsigned threads)
    : why_(std::move(why)),
      threads_(threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency())) {}

base::DeviceInfo SimulatorDevice::info() const { return {"simulator", why_}; }

std::vector<std::string> SimulatorDevice::run(const RowJob& job, std::span<base::RowRecord> records,
                                              const std::atomic<bool>& stop) {
  auto module = ptx::parse(job.code.ptx, "PTX");
  if (!module) {
    mark_all(records, base::RowOutcome::kUnsupported, first_texts(module.errors()));
    return {};
  }
  const auto shared = std::make_shared<const ptx::Module>(std::move(module).value());
  const auto program = sim::Program::load(shared);
  if (!program) {
    mark_all(records, base::RowOutcome::kUnsupported, first_texts(program.errors()));
    return {};
  }
  const auto workers = static_cast<unsigned>(std::min<std::size_t>(threads_, records.size()));
  const unsigned threads_per_row = std::max(1u, threads_ / std::max(1u, workers));
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < records.size() && !stop; i = next++) {
      run_simulator_row(program.value(), job, job.rows[i].spec, threads_per_row, records[i], stop);
    }
  };
  {
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < workers; ++i) pool.emplace_back(work);
    work();
  }
  return code_notes(records);
}

}  // namespace bankcheck::batch
