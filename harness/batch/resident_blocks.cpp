#include "batch/resident_blocks.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "batch/gpu_rows.hpp"
#include "gpu/occupancy.hpp"
#include "rubric/geometry.hpp"

namespace bankcheck::batch {
namespace {

std::optional<gpu::BlockNeeds> needs_of(const RowJob& job, const rubric::RowSpec& row,
                                        const base::RowRecord& record) {
  const std::vector<std::string> entries =
      entries_of(job.code, job.rubric.find_kernel(row.kernel)->name);
  const auto geometry = rubric::geometry(job.rubric, row, rubric::Target{});
  if (entries.size() != 1 || !geometry) return std::nullopt;
  const auto resources = std::find_if(
      job.code.resources.begin(), job.code.resources.end(),
      [&](const compile::KernelResources& each) { return each.kernel == entries.front(); });
  const bool dynamic = declares_dynamic_shared(job.code);
  gpu::BlockNeeds needs;
  needs.threads = static_cast<int>(geometry.value().block.count());
  needs.registers =
      static_cast<int>(record.registers > 0 ? record.registers : resources->registers);
  needs.static_shared_bytes = resources->shared_bytes;
  needs.dynamic_shared_bytes = dynamic ? geometry.value().dynamic_shared_bytes : 0;
  return needs;
}

const char* limit_of(const base::Occupancy& occupancy) {
  struct Limit {
    int blocks;
    const char* name;
  };
  const std::array limits = {Limit{occupancy.by_threads, "threads"},
                             Limit{occupancy.by_registers, "registers"},
                             Limit{occupancy.by_shared_memory, "shared memory"},
                             Limit{occupancy.by_block_slots, "block slots"}};
  return std::min_element(limits.begin(), limits.end(),
                          [](const Limit& a, const Limit& b) { return a.blocks < b.blocks; })
      ->name;
}

std::string limits_note(const std::string& architecture, std::span<const base::RowRecord> records) {
  std::map<std::string, std::vector<std::string>> rows_of_limit;
  for (const base::RowRecord& record : records) {
    if (record.occupancy) rows_of_limit[limit_of(*record.occupancy)].push_back(record.label);
  }
  std::string text;
  for (const auto& [limit, rows] : rows_of_limit) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", limit, fmt::join(rows, ", "));
  }
  return fmt::format("resident blocks are those of compute capability {}, limited by {}",
                     architecture, text);
}

}  // namespace

std::vector<std::string> add_resident_blocks(const RowJob& job, const std::string& architecture,
                                             std::span<base::RowRecord> records) {
  if (!gpu::has_occupancy_rules()) {
    return {
        "resident blocks are not shown: this program was built without the CUDA toolkit's "
        "cuda_occupancy.h"};
  }
  bool any = false;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto needs = needs_of(job, job.rows[i].spec, records[i]);
    if (needs) records[i].occupancy = gpu::occupancy(architecture, *needs);
    any = any || records[i].occupancy;
  }
  if (any) return {limits_note(architecture, records)};
  return {fmt::format("resident blocks are not shown: those of compute capability {} are not known",
                      architecture)};
}

}  // namespace bankcheck::batch
