#include "report/student_view.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/escape.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kEvidenceBytes = 1000;

bool is_hidden(const checks::TableRow& row) {
  return row.record.origin == base::RowOrigin::kHidden;
}

/// Returns how many there are.
int name_by_number(std::vector<checks::Finding>& findings) {
  int hidden = 0;
  for (checks::Finding& finding : findings) {
    if (!finding.hidden) continue;
    ++hidden;
    finding.id = fmt::format("hidden_{}", hidden);
    finding.title = fmt::format("Hidden check {}", hidden);
    finding.evidence = "what it looks at is not shown";
    finding.hint.clear();
  }
  return hidden;
}

/// The reason may name what is hidden: it is put in words again from what is left.
void word_again(checks::Grade& view, const checks::Grade& grade) {
  checks::decide(view);
  if (view.verdict == grade.verdict) return;
  view.verdict = grade.verdict;
  view.verdict_reason = "the course staff can see the reason";
}

}  // namespace

checks::Grade student_view(const checks::Grade& grade) {
  checks::Grade view = grade;
  const std::size_t hidden_rows = std::erase_if(view.rows, is_hidden);
  const int hidden_checks = name_by_number(view.findings);
  if (hidden_rows > 0) {
    view.notes.push_back(
        fmt::format("{} hidden row{} not shown", hidden_rows, hidden_rows == 1 ? " is" : "s are"));
  }
  if (hidden_checks > 0 && !grade.interrupted) word_again(view, grade);
  view.points = grade.points;
  view.max_points = grade.max_points;
  return view;
}

bool has_mark(const checks::Grade& grade) {
  return !grade.interrupted &&
         (grade.verdict == checks::Verdict::kPass || grade.verdict == checks::Verdict::kFail);
}

std::string no_mark_text(const checks::Grade& grade) {
  const char* word = grade.interrupted ? "INTERRUPTED" : checks::name(grade.verdict);
  return fmt::format(
      "{}: {}\nThere is no mark for this run, and that is not a zero: the submission has not been "
      "judged. The course staff can run it again.",
      word, one_line(grade.verdict_reason, kEvidenceBytes));
}

std::string one_line(std::string_view text, std::size_t limit_bytes) {
  std::string line = base::clean_utf8(text, limit_bytes);
  std::replace_if(
      line.begin(), line.end(), [](char byte) { return byte == '\n' || byte == '\t'; }, ' ');
  return line;
}

std::string finding_text(const checks::Finding& finding, bool hints) {
  std::string text = base::clean_utf8(finding.evidence, kEvidenceBytes);
  if (hints && !finding.hint.empty() && finding.status != checks::FindingStatus::kPassed) {
    text += "\nhint: " + base::clean_utf8(finding.hint, kEvidenceBytes);
  }
  return text;
}

}  // namespace bankcheck::report
