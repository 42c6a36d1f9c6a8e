#include "checks/check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "checks/hazard_advice.hpp"
#include "checks/measure.hpp"
#include "checks/text.hpp"
#include "rubric/check_kinds.hpp"

namespace bankcheck::checks {
namespace {

/// How a row's outcome decides a check that needs the row; kPassed when it does not.
FindingStatus status_for(base::RowOutcome outcome) {
  switch (outcome) {
    case base::RowOutcome::kOk:
    case base::RowOutcome::kWrongResult:
      return FindingStatus::kPassed;
    case base::RowOutcome::kCompileError:
    case base::RowOutcome::kTimedOut:
    case base::RowOutcome::kCrashed:
      return FindingStatus::kFailed;
    case base::RowOutcome::kUnsupported:
      return FindingStatus::kNotJudged;
    case base::RowOutcome::kMachineTrouble:
    case base::RowOutcome::kNotRun:
      return FindingStatus::kError;
  }
  return FindingStatus::kError;
}

/// The order in which troubles are told: ours first.
int urgency(FindingStatus status) {
  if (status == FindingStatus::kError) return 3;
  if (status == FindingStatus::kNotJudged) return 2;
  return status == FindingStatus::kFailed ? 1 : 0;
}

/// By the simulator's counts; a row that it did not run may have done anything.
bool is_idle(const base::RowRecord& record) {
  if (!record.counts) return false;
  const std::uint64_t written =
      record.counts->global_store.requests + record.counts->global_atomic.requests;
  return leaves_shared_memory_alone(record) &&
         (written == 0 || record.outcome == base::RowOutcome::kWrongResult);
}

/// The reason stands in the table and with the verdict; each check need not say it again, but
/// where it was.
std::string trouble_text(const CheckInput& input, const TableRow& row) {
  const std::string text =
      row_name(input.rubric, row.record.label) + " " + outcome_verb(row.record);
  const std::string place = fault_line_text(row.record);
  return place.empty() ? text : text + " at " + place;
}

}  // namespace

Finding begin_finding(const rubric::CheckSpec& spec) {
  Finding finding;
  finding.id = spec.id.empty() ? spec.kind : spec.id;
  finding.title = spec.title;
  if (finding.title.empty()) {
    const rubric::CheckKind* kind = rubric::find_check_kind(spec.kind);
    finding.title = kind != nullptr ? std::string(kind->title) : spec.kind;
  }
  finding.max_points = spec.points;
  finding.hidden = spec.hidden;
  finding.required = spec.required;
  return finding;
}

Finding passed(Finding finding, std::string evidence) {
  finding.status = FindingStatus::kPassed;
  finding.points = finding.max_points;
  finding.evidence = std::move(evidence);
  return finding;
}

Finding failed(Finding finding, std::string evidence, std::string hint) {
  finding.status = FindingStatus::kFailed;
  finding.points = 0;
  finding.evidence = std::move(evidence);
  finding.hint = std::move(hint);
  return finding;
}

Finding inconclusive(Finding finding, std::string evidence) {
  finding.status = FindingStatus::kInconclusive;
  finding.points = 0;
  finding.evidence = std::move(evidence);
  return finding;
}

Finding not_applicable(Finding finding, std::string evidence) {
  finding.status = FindingStatus::kNotApplicable;
  finding.points = 0;
  finding.max_points = 0;
  finding.evidence = std::move(evidence);
  return finding;
}

Finding partly(Finding finding, std::size_t right, std::size_t wanted, std::string evidence,
               std::string hint) {
  if (right == wanted) return passed(std::move(finding), std::move(evidence));
  finding = failed(std::move(finding), std::move(evidence), std::move(hint));
  finding.points = finding.max_points * static_cast<double>(right) / static_cast<double>(wanted);
  return finding;
}

std::optional<Finding> blocked_by_rows(const CheckInput& input, const Finding& finding,
                                       std::span<const TableRow* const> needed) {
  const TableRow* worst = nullptr;
  FindingStatus status = FindingStatus::kPassed;
  for (const TableRow* row : needed) {
    if (row == nullptr) continue;
    const FindingStatus of_row = status_for(row->record.outcome);
    if (urgency(of_row) > urgency(status)) {
      status = of_row;
      worst = row;
    }
  }
  if (worst == nullptr) return std::nullopt;
  Finding blocked = finding;
  blocked.status = status;
  blocked.evidence = trouble_text(input, *worst);
  return blocked;
}

std::optional<Finding> blocked_by_idle_rows(const CheckInput& input, const Finding& finding,
                                            std::span<const TableRow* const> rows) {
  for (const TableRow* row : rows) {
    if (row == nullptr || !is_idle(row->record)) continue;
    return failed(finding,
                  fmt::format("{} never accesses shared memory, and its result is {}: "
                              "there is nothing that this could be seen in",
                              row_name(input.rubric, row->record.label),
                              row->record.mismatch ? "wrong" : "missing"),
                  kUnusedReads);
  }
  return std::nullopt;
}

std::optional<Finding> unsure_times(const CheckInput& input, const Finding& finding,
                                    const std::vector<const TableRow*>& rows) {
  for (const TableRow* row : rows) {
    const auto& timing = row->record.timing;
    if (!timing || timing->conclusive) continue;
    return inconclusive(
        finding, fmt::format("{}: {}", row_name(input.rubric, row->record.label), timing->note));
  }
  return std::nullopt;
}

std::vector<const TableRow*> rows_of_set(const CheckInput& input, const rubric::CheckSpec& spec) {
  std::vector<const TableRow*> rows;
  for (const TableRow& row : input.rows) {
    const auto& wanted = spec.row_set;
    if (std::find(wanted.begin(), wanted.end(), row.record.label) != wanted.end()) {
      rows.push_back(&row);
    }
  }
  return rows;
}

const TableRow* named_row(const CheckInput& input, const rubric::CheckSpec& spec,
                          const std::string& setting) {
  const auto found = spec.rows.find(setting);
  return found == spec.rows.end() ? nullptr : find_row(input.rows, found->second);
}

std::string bad_rows_text(const CheckInput& input, const std::vector<BadRow>& bad,
                          std::size_t judged) {
  const BadRow& first = bad.front();
  std::string text =
      fmt::format("{}: {}", row_name(input.rubric, first.row->record.label), first.text);
  if (bad.size() > 1) text += fmt::format(" (and {} more of {} rows)", bad.size() - 1, judged);
  return text;
}

std::optional<MeasuredRatio> measured_ratio(const CheckInput& input, const TableRow& row,
                                            rubric::Measure measure) {
  if (measure == input.rubric.sweep.measure) {
    if (row.time_ratio) {
      return MeasuredRatio{*row.time_ratio, row.record.timing->ratio_interquartile, true};
    }
    if (!row.measured_ratio) return std::nullopt;
    return MeasuredRatio{*row.measured_ratio, 0.0, false};
  }
  const TableRow* baseline = find_row(input.rows, input.rubric.sweep.baseline);
  if (baseline == nullptr || !baseline->record.counts || !row.record.counts) return std::nullopt;
  const auto below = measure_value(*baseline->record.counts, measure);
  const auto above = measure_value(*row.record.counts, measure);
  if (!below || !above || *below <= 0) return std::nullopt;
  return MeasuredRatio{*above / *below, 0.0, false};
}

}  // namespace bankcheck::checks
