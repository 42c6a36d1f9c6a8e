// Canvas's gradebook.
//
// Theory of operation. The first row has the headings; an assignment's is its name with its number
// in parentheses. Rows before the students' have no `ID`: one that may say `Manual Posting`, and
// one that begins with `    Points Possible`. Canvas finds the assignment by the number and the
// student by `ID`, and takes any points, also more than are possible. `EX` is an excused student.
// Columns that it computes say `(read only)` in the row of the points possible.
#include <algorithm>

#include <fmt/format.h>

#include "checks/text.hpp"
#include "report/gradebook_parts.hpp"

namespace bankcheck::report {
namespace {

const std::vector<Identity>& identities() {
  using checks::Student;
  const auto plain = [](std::string_view cell) { return folded(cell); };
  static const std::vector<Identity> kIdentities = {
      {"ID", [](const Student& student) { return student.id; }, plain},
      {"SIS User ID", [](const Student& student) { return student.sis_id; }, plain},
      {"SIS Login ID", [](const Student& student) { return student.login; }, plain},
      {"SIS Login ID", [](const Student& student) { return student.email; }, plain, false},
      {"SIS User ID", [](const Student& student) { return student.key; }, plain, false},
      {"SIS Login ID", [](const Student& student) { return student.key; }, plain, false},
  };
  return kIdentities;
}

/// The number of an assignment, from `Name (123)`; empty when the heading has none.
std::string_view number_of(std::string_view heading) {
  const std::size_t open = heading.rfind('(');
  if (open == std::string_view::npos || !heading.ends_with(')')) return "";
  const std::string_view number = heading.substr(open + 1, heading.size() - open - 2);
  return number.find_first_not_of("0123456789") == std::string_view::npos ? number : "";
}

std::string_view name_of(std::string_view heading) {
  std::string_view name = heading.substr(0, heading.rfind('('));
  while (name.ends_with(' ')) name.remove_suffix(1);
  return name;
}

bool is_assignment(const CsvFile& file, std::size_t column) {
  return !number_of(file.rows.front().trimmed(column)).empty();
}

bool is_meant(std::string_view heading, const std::string& column) {
  return folded(heading) == folded(column) || folded(name_of(heading)) == folded(column) ||
         number_of(heading) == column;
}

base::Result<std::size_t> assignment_column(const CsvFile& file, const std::string& column) {
  const CsvRow& headings = file.rows.front();
  std::vector<std::size_t> meant;
  for (std::size_t i = 0; i < headings.fields.size(); ++i) {
    if (!is_assignment(file, i)) continue;
    if (column.empty() || is_meant(headings.trimmed(i), column)) meant.push_back(i);
  }
  if (meant.size() == 1) return meant.front();
  const std::string all =
      heading_list(headings, [&](std::size_t index) { return is_assignment(file, index); });
  if (column.empty()) {
    return heading_error(file, "name the assignment with --column; there are: " + all);
  }
  return heading_error(
      file, fmt::format("{} `{}`; there are: {}",
                        meant.empty() ? "there is no assignment" : "more than one assignment is",
                        column, all));
}

/// The row of points possible; nullptr when there is none.
const CsvRow* points_row(const CsvFile& file) {
  const auto found = std::find_if(file.rows.begin(), file.rows.end(), [](const CsvRow& row) {
    return folded(row.trimmed(0)) == "points possible";
  });
  return found == file.rows.end() ? nullptr : &*found;
}

std::vector<std::size_t> student_rows(const CsvFile& file, std::size_t id_column) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 1; i < file.rows.size(); ++i) {
    if (!file.rows[i].trimmed(id_column).empty()) rows.push_back(i);
  }
  return rows;
}

/// What a point of the exercise is worth, and a sentence that says so.
base::Result<double> scale_of(FilledGradebook& book, std::size_t column, double max_points) {
  const CsvRow* row = points_row(book.file);
  if (row == nullptr) {
    book.scaling =
        "the file does not say how many points are possible: points are written as they are";
    return 1.0;
  }
  const std::string_view cell = row->trimmed(column);
  if (cell.find("read only") != std::string_view::npos) {
    return heading_error(
        book.file, fmt::format("`{}` is computed by Canvas and cannot be filled in", book.column));
  }
  const std::optional<double> possible = decimal_value(cell);
  if (!possible || *possible <= 0 || max_points <= 0) {
    book.scaling = "the points possible are no positive number: points are written as they are";
    return 1.0;
  }
  book.scaling = scaling_text(*possible, max_points);
  return *possible / max_points;
}

void write_mark(FilledGradebook& book, const checks::ClassEntry& entry, std::size_t row,
                std::size_t column, double mark) {
  if (folded(book.file.rows[row].trimmed(column)) == "ex") {
    book.left_alone.push_back(student_text(entry.student) + ": excused in Canvas");
    return;
  }
  const std::optional<double> old = decimal_value(book.file.rows[row].trimmed(column));
  const std::string text = decimal_text(mark, false);
  ++book.written;
  if (old && decimal_text(*old, false) == text) return;  // 20.00 is 20
  if (book.file.set(row, column, text)) ++book.changed;
}

}  // namespace

base::Result<FilledGradebook> fill_canvas(const checks::ClassGrades& grades,
                                          const CsvFile& download, const std::string& wanted) {
  const CsvRow& headings = download.rows.front();
  const auto id_column = find_column(headings, "ID");
  if (!find_column(headings, "Student") || !id_column) {
    return heading_error(download,
                         "this is no gradebook exported from Canvas: it has no columns `Student` "
                         "and `ID`");
  }
  const auto column = assignment_column(download, wanted);
  if (!column) return column.errors();
  FilledGradebook book;
  book.file = download;
  book.column = headings.trimmed(column.value());
  const auto scale = scale_of(book, column.value(), grades.max_points);
  if (!scale) return scale.errors();
  const std::vector<std::size_t> rows = student_rows(download, *id_column);
  fill_rows(book, grades, rows, match_students(grades, download, rows, identities(), "Student"),
            [&](const checks::ClassEntry& entry, std::size_t row, double mark) {
              write_mark(book, entry, row, column.value(), mark * scale.value());
            });
  return book;
}

}  // namespace bankcheck::report
