// hazards: no race, no missing barrier, nothing read before it was written, nothing out of bounds.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

struct HazardName {
  base::HazardKind kind;
  std::string_view rubric_name;  ///< as `allow` spells it
};

constexpr std::array kHazardNames = {
    HazardName{base::HazardKind::kSharedRace, "race"},
    HazardName{base::HazardKind::kMissingBarrier, "missing_barrier"},
    HazardName{base::HazardKind::kDivergentBarrier, "divergent_barrier"},
    HazardName{base::HazardKind::kUninitialisedRead, "uninitialised_read"},
    HazardName{base::HazardKind::kOutOfBounds, "out_of_bounds"},
    HazardName{base::HazardKind::kMisaligned, "misaligned"},
    HazardName{base::HazardKind::kEndlessLoop, "endless_loop"},
    HazardName{base::HazardKind::kDeadlock, "deadlock"},
    HazardName{base::HazardKind::kTrap, "trap"},
    HazardName{base::HazardKind::kAssertion, "assertion"},
    HazardName{base::HazardKind::kGuardWordTouched, "guard_word"},
};

bool is_allowed(const rubric::CheckSpec& spec, base::HazardKind kind) {
  return std::any_of(kHazardNames.begin(), kHazardNames.end(), [&](const HazardName& entry) {
    return entry.kind == kind &&
           std::find(spec.texts.begin(), spec.texts.end(), entry.rubric_name) != spec.texts.end();
  });
}

std::string describe(const base::Hazard& hazard) {
  const std::string place = line_text(hazard.line);
  std::string text = place.empty() ? hazard.text : place + ": " + hazard.text;
  if (hazard.occurrences > 1) text += fmt::format(" ({} times)", hazard.occurrences);
  return text;
}

}  // namespace

Finding check_hazards(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const auto rows = rows_of_set(input, spec);
  std::vector<BadRow> bad;
  for (const TableRow* row : rows) {
    for (const base::Hazard& hazard : row->record.hazards) {
      if (is_allowed(spec, hazard.kind)) continue;
      bad.push_back({row, describe(hazard)});
      break;
    }
  }
  if (auto blocked = blocked_by_rows(input, finding, rows)) {
    if (blocked->status != FindingStatus::kFailed || bad.empty()) return *blocked;
  }
  if (!bad.empty()) return failed(finding, bad_rows_text(input, bad, rows.size()));
  return passed(finding, fmt::format("none seen in {}", count_text(rows.size(), "row", "rows")));
}

}  // namespace bankcheck::checks
