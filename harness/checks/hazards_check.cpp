// hazards: no race, no missing barrier, nothing read before it was written, nothing out of bounds.
// hazard_found: the contrary, for kernels that are there to show one.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checks/check_table.hpp"
#include "checks/hazard_advice.hpp"
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

/// Whether the spec's `allow` or `kinds` has it.
bool is_named(const rubric::CheckSpec& spec, base::HazardKind kind) {
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

const base::Hazard* find_named(const base::RowRecord& record, const rubric::CheckSpec& spec) {
  const auto found = std::find_if(record.hazards.begin(), record.hazards.end(),
                                  [&](const auto& hazard) { return is_named(spec, hazard.kind); });
  return found == record.hazards.end() ? nullptr : &*found;
}

}  // namespace

Finding check_hazards(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const auto rows = rows_of_set(input, spec);
  std::vector<BadRow> bad;
  std::string hint;
  for (const TableRow* row : rows) {
    for (const base::Hazard* hazard : by_cause(row->record.hazards)) {
      if (is_named(spec, hazard->kind)) continue;
      if (bad.empty()) hint = advice(*hazard);
      bad.push_back({row, describe(*hazard)});
      break;
    }
  }
  if (auto blocked = blocked_by_rows(input, finding, rows)) {
    if (blocked->status != FindingStatus::kFailed || bad.empty()) return *blocked;
  }
  if (!bad.empty()) return failed(finding, bad_rows_text(input, bad, rows.size()), hint);
  if (auto idle = blocked_by_idle_rows(input, finding, rows)) return *idle;
  return passed(finding, fmt::format("none seen in {}", count_text(rows.size(), "row", "rows")));
}

Finding check_hazard_found(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const auto rows = rows_of_set(input, spec);
  std::vector<const TableRow*> without;
  std::vector<BadRow> bad;
  std::string first;
  for (const TableRow* row : rows) {
    const base::Hazard* hazard = find_named(row->record, spec);
    if (hazard == nullptr) {
      without.push_back(row);
      bad.push_back({row, fmt::format("no {} seen", fmt::join(spec.texts, " or "))});
    } else if (first.empty()) {
      first = fmt::format("{}: {}", row_name(input.rubric, row->record.label), describe(*hazard));
    }
  }
  if (auto blocked = blocked_by_rows(input, finding, without)) return *blocked;
  if (!bad.empty()) {
    return failed(finding, bad_rows_text(input, bad, rows.size()),
                  "this kernel is to stay as it was handed out");
  }
  return passed(finding, first);
}

}  // namespace bankcheck::checks
