#include "report/summary.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checks/hazard_advice.hpp"
#include "report/sweep_columns.hpp"

namespace bankcheck::report {

StatusLook look(checks::FindingStatus status) {
  switch (status) {
    case checks::FindingStatus::kPassed:
      return {"pass", Tone::kGood};
    case checks::FindingStatus::kFailed:
      return {"FAIL", Tone::kBad};
    case checks::FindingStatus::kInconclusive:
      return {"open", Tone::kWarning};
    case checks::FindingStatus::kNotApplicable:
      return {"-", Tone::kDim};
    case checks::FindingStatus::kNotJudged:
    case checks::FindingStatus::kError:
      return {"ERROR", Tone::kWarning};
  }
  return {"ERROR", Tone::kWarning};
}

VerdictLook look(const checks::Grade& grade) {
  if (grade.interrupted) return {"INTERRUPTED", Tone::kWarning};
  const char* word = checks::name(grade.verdict);
  if (grade.verdict == checks::Verdict::kPass) return {word, Tone::kGood};
  return {word, grade.verdict == checks::Verdict::kFail ? Tone::kBad : Tone::kWarning};
}

std::string rows_text(const checks::Grade& grade, const checks::Diagnosis& diagnosis) {
  if (diagnosis.rows.empty()) return "";
  return fmt::format("{} {}", row_heading(grade), fmt::join(diagnosis.rows, ", "));
}

std::vector<SeenHazard> seen_hazards(const checks::Grade& grade) {
  std::vector<SeenHazard> seen;
  for (const checks::TableRow& row : grade.rows) {
    for (const base::Hazard* hazard : checks::by_cause(row.record.hazards)) {
      const auto same = std::find_if(seen.begin(), seen.end(), [&](const SeenHazard& other) {
        return other.hazard->kind == hazard->kind && other.hazard->line == hazard->line;
      });
      if (same == seen.end()) {
        seen.push_back({hazard, &row.record, 1});
      } else {
        ++same->rows;
      }
    }
  }
  return seen;
}

}  // namespace bankcheck::report
