#include "report/gradebook_parts.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "checks/text.hpp"
#include "report/class_table.hpp"

namespace bankcheck::report {
namespace {

constexpr std::array kFormats = {
    GradebookFormat{"canvas", "Canvas's gradebook, as exported from Grades", fill_canvas},
    GradebookFormat{"moodle", "an assignment's grading worksheet, as downloaded from Moodle",
                    fill_moodle},
};

}  // namespace

std::span<const GradebookFormat> gradebook_table() { return kFormats; }

base::Diagnostic heading_error(const CsvFile& file, std::string text) {
  return base::error_in(file.name, std::move(text), 1);
}

std::string heading_list(const CsvRow& headings, const std::function<bool(std::size_t)>& pass) {
  std::string list;
  for (std::size_t i = 0; i < headings.fields.size(); ++i) {
    if (!pass(i)) continue;
    list += fmt::format("{}`{}`", list.empty() ? "" : ", ", headings.trimmed(i));
  }
  return list.empty() ? "none" : list;
}

std::optional<double> decimal_value(std::string_view text) {
  std::string digits(text);
  if (std::count(digits.begin(), digits.end(), ',') == 1 && digits.find('.') == std::string::npos) {
    std::replace(digits.begin(), digits.end(), ',', '.');
  }
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::string decimal_text(double value, bool comma) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  if (comma) std::replace(text.begin(), text.end(), '.', ',');
  return text == "-0" ? "0" : text;
}

std::string student_text(const checks::Student& student) {
  return student.name.empty() ? student.key : fmt::format("{} ({})", student.name, student.key);
}

std::string no_mark_reason(const checks::ClassEntry& entry) {
  const std::string standing = standing_of(entry);
  return entry.reason.empty() ? standing : standing + ": " + entry.reason;
}

std::string scaling_text(double maximum, double max_points) {
  const std::string here = checks::points_text(maximum);
  const std::string there = checks::points_text(max_points);
  if (here == there) return fmt::format("points are written as they are, out of {}", here);
  return fmt::format("{} points of the exercise are {} here: points are multiplied by {}", there,
                     here, checks::number_text(maximum / max_points));
}

void fill_rows(FilledGradebook& book, const checks::ClassGrades& grades,
               std::span<const std::size_t> rows, const std::vector<Match>& matches,
               const std::function<void(const checks::ClassEntry&, std::size_t, double)>& write) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const checks::ClassEntry& entry = grades.entries[i];
    const std::string who = student_text(entry.student);
    const std::optional<double> mark = mark_of(entry);
    if (matches[i].row) ++found;
    if (!matches[i].trouble.empty()) {
      book.ambiguous.push_back(who + ": " + matches[i].trouble);
    } else if (!matches[i].row) {
      book.not_in_file.push_back(who);
    } else if (!mark) {
      book.no_mark.push_back(who + ": " + no_mark_reason(entry));
    } else {
      write(entry, *matches[i].row, *mark);
    }
  }
  book.not_in_class = rows.size() - found;
}

}  // namespace bankcheck::report
