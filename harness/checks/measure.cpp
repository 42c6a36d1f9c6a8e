#include "checks/measure.hpp"

#include <array>
#include <cstddef>

namespace bankcheck::checks {
namespace {

struct Sum {
  std::uint64_t requests = 0;
  std::uint64_t amount = 0;
};

Sum of(const base::AccessCounts& counts) { return {counts.requests, counts.wavefronts}; }
Sum of(const base::SectorCounts& counts) { return {counts.requests, counts.sectors}; }
Sum operator+(Sum a, Sum b) { return {a.requests + b.requests, a.amount + b.amount}; }

Sum shared_loads(const base::MemoryCounts& c) { return of(c.shared_load) + of(c.matrix_load); }
Sum shared_stores(const base::MemoryCounts& c) { return of(c.shared_store) + of(c.async_copy); }
Sum shared_atomics(const base::MemoryCounts& c) { return of(c.shared_atomic); }
Sum shared(const base::MemoryCounts& c) {
  return shared_loads(c) + shared_stores(c) + shared_atomics(c);
}
Sum global_loads(const base::MemoryCounts& c) { return of(c.global_load); }
Sum global_stores(const base::MemoryCounts& c) { return of(c.global_store); }

Sum global_load_requests(const base::MemoryCounts& c) {
  return {c.global_load.requests, c.global_load.requests};
}

struct MeasureRow {
  rubric::Measure measure;
  Sum (*sum)(const base::MemoryCounts&);
  bool total;
  const char* unit;
  const char* noun;
};

/// One row a measure, in the order of the enumeration.
constexpr std::array<MeasureRow, rubric::kMeasureCount> kMeasures = {{
    {rubric::Measure::kSharedLoadWavefronts, shared_loads, false,
     "wavefronts per shared load request", "wavefront"},
    {rubric::Measure::kSharedStoreWavefronts, shared_stores, false,
     "wavefronts per shared store request", "wavefront"},
    {rubric::Measure::kSharedAtomicWavefronts, shared_atomics, false,
     "wavefronts per shared atomic request", "wavefront"},
    {rubric::Measure::kSharedWavefronts, shared, false, "wavefronts per shared request",
     "wavefront"},
    {rubric::Measure::kGlobalLoadSectors, global_loads, false, "sectors per global load request",
     "sector"},
    {rubric::Measure::kGlobalStoreSectors, global_stores, false, "sectors per global store request",
     "sector"},
    {rubric::Measure::kTotalSharedWavefronts, shared, true, "shared wavefronts", "wavefront"},
    {rubric::Measure::kTotalGlobalLoadSectors, global_loads, true, "global load sectors", "sector"},
    {rubric::Measure::kTotalGlobalStoreSectors, global_stores, true, "global store sectors",
     "sector"},
    {rubric::Measure::kTotalGlobalLoadRequests, global_load_requests, true, "global load requests",
     "request"},
}};

const MeasureRow& row(rubric::Measure measure) {
  return kMeasures.at(static_cast<std::size_t>(measure));
}

}  // namespace

std::optional<double> measure_value(const base::MemoryCounts& counts, rubric::Measure measure) {
  const MeasureRow& entry = row(measure);
  const Sum sum = entry.sum(counts);
  if (sum.requests == 0) return std::nullopt;
  const auto amount = static_cast<double>(sum.amount);
  return entry.total ? amount : amount / static_cast<double>(sum.requests);
}

std::optional<WorstLine> worst_line(const base::RowRecord& record, rubric::Measure measure) {
  std::optional<WorstLine> worst;
  for (const base::LineCounts& line : record.lines) {
    const auto measured = measure_value(line.counts, measure);
    if (measured && (!worst || *measured > worst->measured)) worst = {line.line, *measured};
  }
  return worst;
}

const char* measure_unit(rubric::Measure measure) { return row(measure).unit; }
const char* measure_noun(rubric::Measure measure) { return row(measure).noun; }
bool is_total(rubric::Measure measure) { return row(measure).total; }

}  // namespace bankcheck::checks
