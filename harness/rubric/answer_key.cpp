#include <algorithm>
#include <cmath>

#include "base/bank_model.hpp"
#include "rubric/geometry.hpp"
#include "rubric/rubric.hpp"
#include "rubric/thread_names.hpp"

namespace bankcheck::rubric {
namespace {

/// Byte addresses must fit the bank model's 32 bits with the access's own width to spare.
constexpr std::int64_t kMaxAddress = std::int64_t{1} << 30;

/// Of an index: more than any needs, and quick.
constexpr std::uint64_t kMaxOperations = 1 << 10;

/// Paddings that are tried: in 32 words the banks start again.
constexpr std::int64_t kMaxPadding = 32;

/// The access of one warp; `nullopt` when an index cannot be worked out or is out of reach.
std::optional<base::WarpAccess> warp_access(const Rubric& rubric, const AccessSpec& spec,
                                            std::optional<std::int64_t> padding = {}) {
  std::vector<std::string> names{"tx", "ty", "tz", "lane"};
  if (padding) names.emplace_back("padding");
  std::vector<std::int64_t> values(names.size());
  for (const auto& [name, value] : rubric.constants) {
    names.push_back(name);
    values.push_back(value);
  }
  auto index = BoundExpression::bind(spec.index, names);
  if (!index.ok()) return std::nullopt;
  index.value().limit_operations(kMaxOperations);

  base::WarpAccess access{spec.kind, spec.width_bytes, 0, {}};
  Geometry block;
  block.grid = {1, 1, 1};
  block.block = spec.block;
  for (int lane = 0; lane < base::kWarpLanes; ++lane) {
    const auto thread = static_cast<std::uint64_t>(spec.warp * base::kWarpLanes + lane);
    if (thread >= spec.block.count()) break;
    const base::Dim3 place = block.place(thread).thread;
    values[0] = place.x;
    values[1] = place.y;
    values[2] = place.z;
    values[3] = lane;
    if (padding) values[4] = *padding;
    std::int64_t element = 0;
    if (!index.value().evaluate_integer(values, &element)) return std::nullopt;
    if (element < 0 || element > kMaxAddress / spec.element_bytes) return std::nullopt;
    const std::int64_t address = element * spec.element_bytes + spec.offset_bytes;
    if (address % spec.width_bytes != 0) return std::nullopt;
    access.byte_address[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(address);
    access.active_mask |= 1u << lane;
  }
  return access;
}

std::optional<double> from_model(AnswerKey::Kind kind, const base::WarpAccess& access) {
  if (kind == AnswerKey::Kind::kDegree) return base::conflict_degree(access);
  if (kind == AnswerKey::Kind::kPhases) {
    return static_cast<double>(base::service_phases(access).size());
  }
  if (kind == AnswerKey::Kind::kBank) {
    return access.byte_address[0] / base::kBankBytes % base::kBankCount;
  }
  const auto wavefronts = base::wavefronts(access);
  return wavefronts ? std::optional<double>(*wavefronts) : std::nullopt;
}

std::optional<double> smallest_padding(const Rubric& rubric, const AccessSpec& spec) {
  for (std::int64_t padding = 0; padding <= kMaxPadding; ++padding) {
    const auto access = warp_access(rubric, spec, padding);
    if (!access) return std::nullopt;
    if (base::conflict_degree(*access) == 1) return static_cast<double>(padding);
  }
  return std::nullopt;
}

std::optional<double> worst_access(const Rubric& rubric, const std::vector<AccessSpec>& specs) {
  std::vector<int> degrees;
  for (const AccessSpec& spec : specs) {
    const auto access = warp_access(rubric, spec);
    if (!access) return std::nullopt;
    degrees.push_back(base::conflict_degree(*access));
  }
  const auto worst = std::max_element(degrees.begin(), degrees.end());
  if (worst == degrees.end() || std::count(degrees.begin(), degrees.end(), *worst) != 1) {
    return std::nullopt;
  }
  return static_cast<double>(worst - degrees.begin());
}

}  // namespace

std::optional<double> answer_key(const Rubric& rubric, const QuestionSpec& question) {
  if (!question.answer) return std::nullopt;
  const AnswerKey& key = *question.answer;
  if (key.kind == AnswerKey::Kind::kWorstAccess) return worst_access(rubric, key.accesses);
  if (key.kind == AnswerKey::Kind::kSmallestPadding && key.access) {
    return smallest_padding(rubric, *key.access);
  }
  if (key.access) {
    const auto access = warp_access(rubric, *key.access);
    return access ? from_model(key.kind, *access) : std::nullopt;
  }
  if (!key.value) return std::nullopt;
  Geometry constants;
  constants.names = rubric.constants;
  const auto value = evaluate(*key.value, constants);
  return value.ok() ? std::optional<double>(value.value()) : std::nullopt;
}

}  // namespace bankcheck::rubric
