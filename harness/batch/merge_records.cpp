#include "batch/merge_records.hpp"

#include <iterator>
#include <utility>

namespace bankcheck::batch {
namespace {

using base::RowOutcome;

void take_outcome(base::RowRecord& gpu, base::RowRecord* record) {
  if (record->outcome == RowOutcome::kUnsupported && gpu.outcome == RowOutcome::kOk) {
    record->outcome = RowOutcome::kOk;
    record->outcome_text = "not simulated: " + record->outcome_text;
  } else if (record->outcome == RowOutcome::kOk || record->outcome == RowOutcome::kUnsupported) {
    record->outcome = gpu.outcome;
    record->outcome_text = std::move(gpu.outcome_text);
  }
}

}  // namespace

void merge_gpu_record(base::RowRecord&& gpu, base::RowRecord* record) {
  take_outcome(gpu, record);
  if (!record->mismatch) record->mismatch = std::move(gpu.mismatch);
  record->hazards.insert(record->hazards.end(), std::make_move_iterator(gpu.hazards.begin()),
                         std::make_move_iterator(gpu.hazards.end()));
  if (record->shared_bytes == 0) record->shared_bytes = gpu.shared_bytes;
  record->timing = std::move(gpu.timing);
  record->counters = gpu.counters;
  record->registers = gpu.registers;
  record->resident_blocks_per_sm = gpu.resident_blocks_per_sm;
}

}  // namespace bankcheck::batch
