// The class as comma-separated values. A student's check that was not judged leaves its cell empty,
// as a missing mark does: an empty cell is no zero to any spreadsheet or gradebook.
#include <algorithm>

#include "checks/text.hpp"
#include "report/class_table.hpp"
#include "report/csv.hpp"

namespace bankcheck::report {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kColumns[] = {
    "key",     "name",     "id",           "sis_id",     "login",      "email",
    "section", "standing", "points",       "max_points", "submission", "submitted",
    "late",    "reason",   "needs_person", "similar_to", "graded_on",  "page"};

/// Ids of the checks in the order in which they first come.
std::vector<std::string> check_ids(const checks::ClassGrades& grades) {
  std::vector<std::string> ids;
  for (const checks::ClassEntry& entry : grades.entries) {
    for (const checks::EntryFinding& finding : entry.findings) {
      if (std::find(ids.begin(), ids.end(), finding.id) == ids.end()) ids.push_back(finding.id);
    }
  }
  return ids;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : "; ") + text;
  return all;
}

bool is_judged(checks::FindingStatus status) {
  return status == checks::FindingStatus::kPassed || status == checks::FindingStatus::kFailed;
}

std::string check_cell(const checks::ClassEntry& entry, const std::string& id) {
  for (const checks::EntryFinding& finding : entry.findings) {
    if (finding.id == id)
      return is_judged(finding.status) ? checks::points_text(finding.points) : "";
  }
  return "";
}

class Line {
 public:
  /// Our own: a number, a word.
  Line& add(std::string_view value) {
    if (!text_.empty() || started_) text_ += ',';
    started_ = true;
    text_ += csv_field(value);
    return *this;
  }
  /// From outside.
  Line& add_text(std::string_view text) { return add(csv_text(text)); }
  std::string ended() const { return text_ + std::string(kLineEnd); }

 private:
  std::string text_;
  bool started_ = false;
};

std::string heading(const std::vector<std::string>& ids) {
  Line line;
  for (const std::string_view column : kColumns) line.add(column);
  for (const std::string& id : ids) line.add_text("check " + id);
  return line.ended();
}

std::string entry_line(const checks::ClassGrades& grades, const checks::ClassEntry& entry,
                       const std::vector<std::string>& ids) {
  const checks::Student& student = entry.student;
  const std::optional<double> mark = mark_of(entry);
  Line line;
  line.add_text(student.key).add_text(student.name).add_text(student.id).add_text(student.sis_id);
  line.add_text(student.login).add_text(student.email).add_text(student.section);
  line.add(standing_of(entry)).add(mark ? checks::points_text(*mark) : "");
  line.add(checks::points_text(grades.max_points));
  line.add_text(entry.submission).add_text(entry.submitted).add(entry.late ? "late" : "");
  line.add_text(entry.reason).add_text(joined(entry.needs_person));
  line.add_text(joined(entry.similar_to)).add_text(entry.graded_on).add_text(entry.page);
  for (const std::string& id : ids) line.add(check_cell(entry, id));
  return line.ended();
}

}  // namespace

std::string render_class_csv(const checks::ClassGrades& grades) {
  const std::vector<std::string> ids = check_ids(grades);
  std::string text = heading(ids);
  for (const checks::ClassEntry& entry : grades.entries) text += entry_line(grades, entry, ids);
  return text;
}

}  // namespace bankcheck::report
