#include "checks/grade.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

/// Points are sums of fractions such as 2/3; a pass mark is met when it is missed by less than
/// this.
constexpr double kPointsSlack = 1e-6;

const Finding* find_if(const Grade& grade, bool (*wanted)(const Finding&)) {
  const auto found = std::find_if(grade.findings.begin(), grade.findings.end(), wanted);
  return found == grade.findings.end() ? nullptr : &*found;
}

bool is_ours(const Finding& finding) {
  return finding.status == FindingStatus::kError || finding.status == FindingStatus::kNotJudged;
}
bool is_open(const Finding& finding) { return finding.status == FindingStatus::kInconclusive; }
bool fails_alone(const Finding& finding) {
  return finding.required && finding.status == FindingStatus::kFailed;
}
bool open_and_required(const Finding& finding) { return finding.required && is_open(finding); }

double open_points(const Grade& grade) {
  double points = 0;
  for (const Finding& finding : grade.findings) {
    if (is_open(finding)) points += finding.max_points - finding.points;
  }
  return points;
}

/// Why there is no verdict: the row that we could not run, else what the finding says.
std::string our_trouble(const Grade& grade, const Finding& finding) {
  for (const TableRow& row : grade.rows) {
    const base::RowRecord& record = row.record;
    if (record.outcome != base::RowOutcome::kMachineTrouble &&
        record.outcome != base::RowOutcome::kUnsupported) {
      continue;
    }
    const std::string heading = grade.row_heading.empty() ? "row" : grade.row_heading;
    return fmt::format("{} {} {}: {}", heading, record.label, outcome_verb(record),
                       record.outcome_text);
  }
  return fmt::format("{}: {}", finding.title, finding.evidence);
}

std::string points_of(const Grade& grade) {
  return fmt::format("{} of {} points, {} needed", points_text(grade.points),
                     points_text(grade.max_points), points_text(grade.pass_mark));
}

void set(Grade& grade, Verdict verdict, std::string reason) {
  grade.verdict = verdict;
  grade.verdict_reason = std::move(reason);
}

void set_undecided(Grade& grade, const Finding& open) {
  set(grade, Verdict::kInconclusive, fmt::format("{}: {}", open.title, open.evidence));
}

}  // namespace

const char* name(Verdict verdict) {
  static constexpr std::array<const char*, 4> kNames = {"PASS", "FAIL", "INCONCLUSIVE", "ERROR"};
  return kNames.at(static_cast<std::size_t>(verdict));
}

int exit_code(Verdict verdict) {
  static constexpr std::array<int, 4> kCodes = {0, 1, 4, 3};
  return kCodes.at(static_cast<std::size_t>(verdict));
}

void decide(Grade& grade) {
  grade.points = 0;
  grade.max_points = 0;
  for (const Finding& finding : grade.findings) {
    grade.points += finding.points;
    grade.max_points += finding.max_points;
  }
  if (const Finding* ours = find_if(grade, is_ours)) {
    return set(grade, Verdict::kError, our_trouble(grade, *ours));
  }
  if (const Finding* failed = find_if(grade, fails_alone)) {
    return set(grade, Verdict::kFail,
               fmt::format("{}; '{}' must pass", points_of(grade), failed->title));
  }
  if (grade.points + open_points(grade) < grade.pass_mark - kPointsSlack) {
    return set(grade, Verdict::kFail, points_of(grade));
  }
  if (const Finding* open = find_if(grade, open_and_required)) return set_undecided(grade, *open);
  if (grade.points < grade.pass_mark - kPointsSlack) {
    return set_undecided(grade, *find_if(grade, is_open));
  }
  set(grade, Verdict::kPass, points_of(grade));
}

}  // namespace bankcheck::checks
