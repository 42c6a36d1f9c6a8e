#include <algorithm>

#include "base/bank_model.hpp"
#include "rubric/geometry.hpp"
#include "rubric/rubric.hpp"
#include "rubric/warp_access.hpp"

namespace bankcheck::rubric {
namespace {

/// Paddings that are tried: in 32 words the banks start again.
constexpr std::int64_t kMaxPadding = 32;

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
  NameValues names = rubric.constants;
  for (std::int64_t padding = 0; padding <= kMaxPadding; ++padding) {
    names["padding"] = padding;
    const auto access = warp_access(spec, names);
    if (!access) return std::nullopt;
    if (base::conflict_degree(access.value()) == 1) return static_cast<double>(padding);
  }
  return std::nullopt;
}

std::optional<double> worst_access(const Rubric& rubric, const std::vector<AccessSpec>& specs) {
  std::vector<int> degrees;
  for (const AccessSpec& spec : specs) {
    const auto access = warp_access(spec, rubric.constants);
    if (!access) return std::nullopt;
    degrees.push_back(base::conflict_degree(access.value()));
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
    const auto access = warp_access(*key.access, rubric.constants);
    return access ? from_model(key.kind, access.value()) : std::nullopt;
  }
  if (!key.value) return std::nullopt;
  Geometry constants;
  constants.names = rubric.constants;
  const auto value = evaluate(*key.value, constants);
  return value.ok() ? std::optional<double>(value.value()) : std::nullopt;
}

}  // namespace bankcheck::rubric
