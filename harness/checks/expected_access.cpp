#include "checks/expected_access.hpp"

#include <algorithm>

#include "rubric/expected.hpp"

namespace bankcheck::checks {
namespace {

/// Byte offsets must fit the bank model's 32 bits.
constexpr std::int64_t kMostWords = std::int64_t{1} << 28;

std::optional<base::WarpAccess> first_reads(const rubric::ExpectedReads& reads,
                                            const rubric::Geometry& geometry) {
  base::WarpAccess access;
  access.active_mask = 0;
  const auto lanes = std::min<std::uint64_t>(geometry.block.count(), base::kWarpLanes);
  for (std::uint64_t lane = 0; lane < lanes; ++lane) {
    const rubric::Geometry::Place place = geometry.place(lane);
    const auto words = reads.words({place.block, place.thread});
    if (!words || words.value().empty()) return std::nullopt;
    const std::int64_t word = words.value().front();
    if (word < 0 || word >= kMostWords) return std::nullopt;
    access.byte_address[lane] = static_cast<std::uint32_t>(word * base::kBankBytes);
    access.active_mask |= 1u << lane;
  }
  return access;
}

}  // namespace

std::optional<base::WarpAccess> expected_access(const rubric::Rubric& rubric,
                                                const base::RowRecord& record) {
  const rubric::KernelSpec* kernel = rubric.find_kernel(record.kernel);
  if (kernel == nullptr || !kernel->reads) return std::nullopt;
  rubric::RowSpec row;
  row.label = record.label;
  row.kernel = record.kernel;
  row.variables = record.variables;
  const auto geometry = rubric::geometry(rubric, row, rubric::Target{});
  if (!geometry) return std::nullopt;
  const auto reads = rubric::ExpectedReads::bind(*kernel->reads, geometry.value());
  return reads ? first_reads(reads.value(), geometry.value()) : std::nullopt;
}

}  // namespace bankcheck::checks
