// Moodle's offline grading worksheet of an assignment.
//
// Theory of operation. Moodle finds a student by the number in `Identifier` (`Participant 12`).
// Without a word it skips a row whose grade is blank, above `Maximum Grade` or not to be changed,
// and, unless told otherwise, one that was graded again in Moodle since the download. The first
// three are left alone here and listed; the last cannot be known from the file, so every row that
// was graded before the download is named. Feedback is HTML to Moodle.
#include <algorithm>

#include <fmt/format.h>

#include "checks/text.hpp"
#include "report/class_table.hpp"
#include "report/gradebook_parts.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kFeedbackBytes = 2000;
/// Feedback that begins so is ours and may be replaced.
constexpr std::string_view kFeedbackMark = "bankcheck: ";

std::string last_number(std::string_view text) {
  const std::size_t end = text.find_last_of("0123456789");
  if (end == std::string_view::npos) return "";
  const std::size_t before = text.find_last_not_of("0123456789", end);
  const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
  return std::string(text.substr(start, end - start + 1));
}

const std::vector<Identity>& identities() {
  using checks::Student;
  const auto plain = [](std::string_view cell) { return folded(cell); };
  static const std::vector<Identity> kIdentities = {
      {"Identifier", [](const Student& student) { return last_number(student.id); }, last_number},
      {"Email address", [](const Student& student) { return student.email; }, plain},
      {"ID number", [](const Student& student) { return student.sis_id; }, plain},
      {"Username", [](const Student& student) { return student.login; }, plain},
      {"Username", [](const Student& student) { return student.key; }, plain, false},
  };
  return kIdentities;
}

struct Columns {
  std::size_t grade = 0;
  std::size_t maximum = 0;
  std::optional<std::size_t> feedback;
  std::optional<std::size_t> changeable;
  std::optional<std::size_t> graded;
};

base::Result<Columns> find_columns(const CsvFile& file, const std::string& wanted) {
  const CsvRow& headings = file.rows.front();
  const auto needed = [&](const std::string& heading) -> base::Result<std::size_t> {
    if (const auto column = find_column(headings, heading)) return *column;
    return heading_error(file,
                         fmt::format("there is no column `{}`; there are: {}", heading,
                                     heading_list(headings, [](std::size_t) { return true; })));
  };
  Columns columns;
  const auto identifier = needed("Identifier");
  const auto grade = needed(wanted.empty() ? "Grade" : wanted);
  const auto maximum = needed("Maximum Grade");
  for (const auto* column : {&identifier, &grade, &maximum}) {
    if (!column->ok()) return column->errors();
  }
  columns.grade = grade.value();
  columns.maximum = maximum.value();
  columns.feedback = find_column(headings, "Feedback comments");
  columns.changeable = find_column(headings, "Grade can be changed");
  columns.graded = find_column(headings, "Last modified (grade)");
  return columns;
}

std::vector<std::size_t> student_rows(const CsvFile& file) {
  const std::size_t identifier = find_column(file.rows.front(), "Identifier").value_or(0);
  std::vector<std::size_t> rows;
  for (std::size_t i = 1; i < file.rows.size(); ++i) {
    if (!file.rows[i].trimmed(identifier).empty()) rows.push_back(i);
  }
  return rows;
}

std::string escape_markup(std::string_view text) {
  std::string escaped;
  for (const char byte : text) {
    const char* name = byte == '&'   ? "&amp;"
                       : byte == '<' ? "&lt;"
                       : byte == '>' ? "&gt;"
                                     : nullptr;
    escaped += name != nullptr ? std::string(name) : std::string(1, byte);
  }
  return escaped;
}

/// One line. Hidden checks are not in it, and neither is the verdict's reason, which may name one.
std::string feedback_of(const checks::ClassEntry& entry, double max_points) {
  std::string text =
      fmt::format("{}{}, {} of {} points", kFeedbackMark, standing_of(entry),
                  checks::points_text(entry.points), checks::points_text(max_points));
  for (const checks::EntryFinding& finding : entry.findings) {
    const bool says_nothing = finding.status == checks::FindingStatus::kPassed ||
                              finding.status == checks::FindingStatus::kNotApplicable;
    if (finding.hidden || says_nothing) continue;
    text += " | " + finding.title + ": " + finding.evidence;
  }
  return escape_markup(csv_text(text, kFeedbackBytes));
}

class Filler {
 public:
  Filler(FilledGradebook& book, const Columns& columns, double max_points)
      : book_(book), columns_(columns), max_points_(max_points) {}

  void write(const checks::ClassEntry& entry, std::size_t row, double points) {
    const std::string who = student_text(entry.student);
    const std::string_view maximum_cell = cell(row, columns_.maximum);
    const std::optional<double> maximum = decimal_value(maximum_cell);
    if (columns_.changeable && folded(cell(row, *columns_.changeable)) == "no") {
      return leave(who, "the grade can't be changed in Moodle");
    }
    if (!maximum || *maximum <= 0) {
      return leave(who, "the maximum grade is no number: is the assignment graded by a scale?");
    }
    const double mark = max_points_ > 0 ? points / max_points_ * *maximum : points;
    if (mark > *maximum + 0.005) return leave(who, "the grade is above the maximum");
    if (book_.scaling.empty()) book_.scaling = scaling_text(*maximum, max_points_);
    set_grade(row, decimal_text(mark, maximum_cell.find(',') != std::string_view::npos));
    warn_of_earlier_grade(who, row);
    set_feedback(who, entry, row);
  }

 private:
  std::string_view cell(std::size_t row, std::size_t column) const {
    return book_.file.rows[row].trimmed(column);
  }
  void leave(const std::string& who, const char* why) {
    book_.left_alone.push_back(who + ": " + why);
  }
  void set_grade(std::size_t row, const std::string& text) {
    const std::optional<double> old = decimal_value(cell(row, columns_.grade));
    ++book_.written;
    if (old && decimal_text(*old, false) == decimal_text(*decimal_value(text), false)) return;
    if (book_.file.set(row, columns_.grade, text)) ++book_.changed;
  }
  void warn_of_earlier_grade(const std::string& who, std::size_t row) {
    if (!columns_.graded) return;
    const std::string_view when = cell(row, *columns_.graded);
    if (when.empty() || when == "-") return;
    book_.warnings.push_back(
        fmt::format("{}: graded in Moodle before ({}); if that changed since the download, Moodle "
                    "skips the row unless you allow updating newer records",
                    who, when));
  }
  void set_feedback(const std::string& who, const checks::ClassEntry& entry, std::size_t row) {
    if (!columns_.feedback) return;
    const std::string_view old = cell(row, *columns_.feedback);
    if (!old.empty() && !old.starts_with(kFeedbackMark)) {
      book_.warnings.push_back(who + ": somebody wrote feedback, which is kept");
      return;
    }
    book_.file.set(row, *columns_.feedback, feedback_of(entry, max_points_));
  }

  FilledGradebook& book_;
  const Columns& columns_;
  double max_points_;
};

}  // namespace

base::Result<FilledGradebook> fill_moodle(const checks::ClassGrades& grades,
                                          const CsvFile& download, const std::string& wanted) {
  const auto columns = find_columns(download, wanted);
  if (!columns) return columns.errors();
  FilledGradebook book;
  book.file = download;
  book.column = download.rows.front().trimmed(columns.value().grade);
  const std::vector<std::size_t> rows = student_rows(download);
  Filler filler(book, columns.value(), grades.max_points);
  fill_rows(book, grades, rows, match_students(grades, download, rows, identities(), "Full name"),
            [&](const checks::ClassEntry& entry, std::size_t row, double points) {
              filler.write(entry, row, points);
            });
  return book;
}

}  // namespace bankcheck::report
