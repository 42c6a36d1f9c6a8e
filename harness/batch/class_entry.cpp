#include "batch/class_entry.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/escape.hpp"

namespace bankcheck::batch {
namespace {

using checks::ClassEntry;
using checks::EntryState;
using checks::Finding;
using checks::FindingStatus;

constexpr std::size_t kEvidenceBytes = 300;

std::string shortened(const std::string& text) { return base::clean_utf8(text, kEvidenceBytes); }

const rubric::CheckSpec* spec_of(const Finding& finding, const rubric::Rubric& rubric) {
  for (const rubric::CheckSpec& spec : rubric.checks) {
    if (spec.id == finding.id) return &spec;
  }
  return nullptr;
}

bool is_answered(const checks::Grade& grade) { return !grade.sentences.empty(); }

bool has_reported(const checks::Grade& grade) {
  return std::any_of(grade.rows.begin(), grade.rows.end(),
                     [](const checks::TableRow& row) { return row.student_ratio.has_value(); });
}

/// A check by key words can be wrong about a sentence, and reported ratios that do not fit may have
/// a reason: a person should look. Blanks need nobody.
std::vector<std::string> reasons_to_look(const checks::Grade& grade, const rubric::Rubric& rubric) {
  std::vector<std::string> reasons;
  if (grade.verdict == checks::Verdict::kInconclusive) {
    reasons.push_back("the measurement could not decide: " + shortened(grade.verdict_reason));
  }
  for (const Finding& finding : grade.findings) {
    const rubric::CheckSpec* spec = spec_of(finding, rubric);
    if (spec == nullptr || finding.status != FindingStatus::kFailed) continue;
    if (spec->kind == "sentence" && is_answered(grade)) {
      reasons.push_back("a sentence to read: " + shortened(finding.evidence));
    } else if (spec->kind == "reported_ratios" && has_reported(grade)) {
      reasons.push_back("reported and measured ratios differ: " + shortened(finding.evidence));
    }
  }
  return reasons;
}

}  // namespace

ClassEntry blank_entry(const HandedIn& handed_in, EntryState state) {
  ClassEntry entry;
  entry.student = handed_in.student;
  entry.state = state;
  entry.submission = handed_in.text();
  entry.submitted = handed_in.submitted;
  entry.late = handed_in.late;
  return entry;
}

ClassEntry entry_of(const checks::Grade& grade, const rubric::Rubric& rubric,
                    const HandedIn& handed_in) {
  const bool ours = grade.verdict == checks::Verdict::kError;
  ClassEntry entry = blank_entry(handed_in, ours ? EntryState::kTrouble : EntryState::kGraded);
  entry.verdict = grade.verdict;
  entry.points = grade.points;
  entry.reason = shortened(grade.verdict_reason);
  entry.graded_on = grade.device.description;
  for (const Finding& finding : grade.findings) {
    entry.findings.push_back({finding.id, finding.title, finding.status, finding.points,
                              finding.max_points, finding.hidden, shortened(finding.evidence)});
  }
  for (const checks::TableRow& row : grade.rows) {
    entry.ratios.push_back({row.record.label, row.predicted_degree, row.measured_ratio,
                            row.time_ratio, row.student_ratio});
  }
  entry.sentences = grade.sentences;
  entry.needs_person = reasons_to_look(grade, rubric);
  return entry;
}

bool is_lasting_trouble(const checks::Grade& grade) {
  if (grade.verdict != checks::Verdict::kError) return false;
  bool unsupported = false;
  for (const checks::TableRow& row : grade.rows) {
    if (row.record.outcome == base::RowOutcome::kMachineTrouble) return false;
    unsupported = unsupported || row.record.outcome == base::RowOutcome::kUnsupported;
  }
  return unsupported && std::none_of(grade.findings.begin(), grade.findings.end(),
                                     [](auto& f) { return f.status == FindingStatus::kError; });
}

}  // namespace bankcheck::batch
