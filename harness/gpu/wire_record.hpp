// The record of a row, and what a launch left, as bytes: for wire.hpp.
//
// Members are taken by structured bindings, which do not compile when there is one more: nothing of
// a record can be forgotten here.
#pragma once

#include "base/diagnostic.hpp"
#include "base/run_record.hpp"
#include "gpu/messages.hpp"
#include "gpu/wire.hpp"

namespace bankcheck::gpu {

template <class Archive>
void fields(Archive& archive, base::SourceLine& value) {
  auto& [file, line] = value;
  archive(file, line);
}
template <class Archive>
void fields(Archive& archive, base::AccessCounts& value) {
  auto& [requests, wavefronts, worst_wavefronts] = value;
  archive(requests, wavefronts, worst_wavefronts);
}
template <class Archive>
void fields(Archive& archive, base::SectorCounts& value) {
  auto& [requests, sectors] = value;
  archive(requests, sectors);
}
template <class Archive>
void fields(Archive& archive, base::MemoryCounts& value) {
  auto& [shared_load, shared_store, shared_atomic, matrix_load, async_copy, unruled_atomics,
         global_load, global_store, global_atomic] = value;
  archive(shared_load, shared_store, shared_atomic, matrix_load, async_copy, unruled_atomics,
          global_load, global_store, global_atomic);
}
template <class Archive>
void fields(Archive& archive, base::LineCounts& value) {
  auto& [line, counts] = value;
  archive(line, counts);
}
template <class Archive>
void fields(Archive& archive, base::WarpAccess& value) {
  auto& [kind, width_bytes, active_mask, byte_address] = value;
  archive(kind, width_bytes, active_mask);
  for (std::uint32_t& address : byte_address) archive(address);
}
template <class Archive>
void fields(Archive& archive, base::SeenAccess& value) {
  auto& [line, access] = value;
  archive(line, access);
}
template <class Archive>
void fields(Archive& archive, base::ThreadId& value) {
  auto& [block, thread] = value;
  archive(block, thread);
}
template <class Archive>
void fields(Archive& archive, base::Hazard& value) {
  auto& [kind, fatal, thread, line, text, occurrences] = value;
  archive(kind, fatal, thread, line, text, occurrences);
}
template <class Archive>
void fields(Archive& archive, base::Mismatch& value) {
  auto& [buffer, index, thread, found, wanted, never_written, wrong_elements, elements] = value;
  archive(buffer, index, thread, found, wanted, never_written, wrong_elements, elements);
}
template <class Archive>
void fields(Archive& archive, base::LedgerOutcome& value) {
  auto& [kept, thread, text] = value;
  archive(kept, thread, text);
}
template <class Archive>
void fields(Archive& archive, base::Timing& value) {
  auto& [median_ms, interquartile_ms, ratio, ratio_interquartile, rounds, launches_per_sample,
         gigabytes_per_second, wavefronts_per_cycle, conclusive, too_short, note] = value;
  archive(median_ms, interquartile_ms, ratio, ratio_interquartile, rounds, launches_per_sample,
          gigabytes_per_second, wavefronts_per_cycle, conclusive, too_short, note);
}
template <class Archive>
void fields(Archive& archive, base::HardwareCounters& value) {
  auto& [shared_load_wavefronts, shared_load_conflicts, shared_store_wavefronts,
         simulated_load_wavefronts] = value;
  archive(shared_load_wavefronts, shared_load_conflicts, shared_store_wavefronts,
          simulated_load_wavefronts);
}
template <class Archive>
void fields(Archive& archive, base::Occupancy& value) {
  auto& [architecture, blocks, by_threads, by_registers, by_shared_memory, by_block_slots] = value;
  archive(architecture, blocks, by_threads, by_registers, by_shared_memory, by_block_slots);
}
template <class Archive>
void fields(Archive& archive, base::RowRecord& value) {
  auto& [label, origin, kernel, variables, outcome, outcome_text, mismatch, hazards, ledger,
         order_receipt, counts, lines, first_accesses, warp_instructions, shared_bytes, printed,
         delays, timing, counters, registers, resident_blocks_per_sm, occupancy] = value;
  archive(label, origin, kernel, variables, outcome, outcome_text, mismatch, hazards, ledger,
          order_receipt, counts, lines, first_accesses, warp_instructions, shared_bytes, printed,
          delays, timing, counters, registers, resident_blocks_per_sm, occupancy);
}
template <class Archive>
void fields(Archive& archive, base::Buffer& value) {
  auto& [name, type, bytes] = value;
  archive(name, type, bytes);
}

template <class Archive>
void fields(Archive& archive, base::Diagnostic& value) {
  auto& [severity, file, line, column, text, source_line] = value;
  archive(severity, file, line, column, text, source_line);
}

}  // namespace bankcheck::gpu
