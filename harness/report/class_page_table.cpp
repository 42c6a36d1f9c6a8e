#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/class_page_parts.hpp"
#include "report/class_statistics.hpp"
#include "report/class_table.hpp"
#include "report/page_parts.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kReasonBytes = 300;

/// `<button>`s would be dead without scripts: the script puts them in.
std::string heading(const std::string& text, const char* kind, const char* first) {
  return fmt::format("<th scope=\"col\" class=\"{}\" data-first=\"{}\">{}</th>", kind, first,
                     base::escape_html(text, 40));
}

std::string headings(const checks::ClassGrades& grades, const std::vector<RatioSpread>& rows) {
  std::string text = "<thead><tr>" + heading("student", "words", "up") +
                     heading("standing", "words", "up") + heading("points", "number", "down");
  for (const RatioSpread& row : rows) {
    const std::string unit = grades.row_heading.empty() ? "row" : grades.row_heading;
    text += heading(unit + " " + row.label, "number ratio", "down");
  }
  return text + heading("what is wrong", "words", "up") + "</tr></thead>\n";
}

/// The first few failed checks; the others are folded up, so that no row is taller than some
/// screens.
std::string failed_titles(const checks::ClassEntry& entry) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> titles;
  for (const checks::EntryFinding& finding : entry.findings) {
    if (finding.status != checks::FindingStatus::kFailed) continue;
    titles.push_back(base::escape_html(finding.title, 120));
  }
  if (titles.size() <= kShown + 1) return fmt::format("{}", fmt::join(titles, "; "));
  const auto rest = titles.begin() + kShown;
  return fmt::format("{}; <details><summary>and {} more</summary>{}</details>",
                     fmt::join(titles.begin(), rest, "; "), titles.end() - rest,
                     fmt::join(rest, titles.end(), "; "));
}

/// The failed checks of a mark; the reason where there is none.
std::string wrong_cell(const checks::ClassEntry& entry) {
  std::string text =
      mark_of(entry) ? failed_titles(entry) : base::escape_html(entry.reason, kReasonBytes);
  if (entry.late) text += " <small>late</small>";
  if (!entry.needs_person.empty()) text += " <small>needs a person</small>";
  if (!entry.similar_to.empty()) text += " <small>similar</small>";
  return text;
}

std::string ratio_cell(const checks::ClassEntry& entry, const std::string& label) {
  for (const checks::EntryRatio& ratio : entry.ratios) {
    if (ratio.label != label) continue;
    const auto& value = ratio.time_ratio ? ratio.time_ratio : ratio.measured_ratio;
    if (value) return "<td class=\"number\">" + checks::ratio_text(*value) + "</td>";
  }
  return "<td class=\"number\"></td>";
}

std::string student_cell(const checks::ClassEntry& entry) {
  std::string text = "<th scope=\"row\">" + student_link(entry);
  if (!entry.student.name.empty() && entry.student.name != entry.student.key) {
    text += " <small>" + base::escape_html(entry.student.key, 60) + "</small>";
  }
  return text + "</th>";
}

std::string student_row(const checks::ClassEntry& entry, const std::vector<RatioSpread>& rows) {
  const std::optional<double> mark = mark_of(entry);
  std::string text = fmt::format("<tr{}>{}<td class=\"{}\">{}</td><td class=\"number\">{}</td>",
                                 entry.needs_person.empty() ? "" : " class=\"person\"",
                                 student_cell(entry), css_class(tone_of(entry)), standing_of(entry),
                                 mark ? checks::points_text(*mark) : "");
  for (const RatioSpread& row : rows) text += ratio_cell(entry, row.label);
  return text + "<td>" + wrong_cell(entry) + "</td></tr>\n";
}

std::string standing_options(const checks::ClassGrades& grades) {
  std::string options = "<option value=\"\">all</option>";
  for (const StandingCount& count : standing_counts(grades)) {
    options += fmt::format("<option>{}</option>", count.standing);
  }
  return options;
}

std::string controls(const checks::ClassGrades& grades) {
  return "<div class=\"control\" id=\"controls\" hidden>\n"
         "<label for=\"words\">Show</label> <input type=\"search\" id=\"words\" "
         "placeholder=\"name, check, …\" autocomplete=\"off\">\n"
         "<label for=\"standing\">standing</label> <select id=\"standing\">" +
         standing_options(grades) +
         "</select>\n<span class=\"pair\"><input type=\"checkbox\" id=\"person\"> <label "
         "for=\"person\">needs a person</label></span>\n<output id=\"shown\" for=\"words standing "
         "person\"></output> <button "
         "type=\"button\" "
         "id=\"all\" hidden>show all</button>\n</div>\n";
}

}  // namespace

std::string students_part(const checks::ClassGrades& grades) {
  if (grades.entries.empty()) return "";
  const std::vector<RatioSpread> rows = ratio_spreads(grades);
  std::string text =
      controls(grades) +
      "<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" aria-labelledby=\"students\">\n"
      "<table class=\"sweep\" id=\"roll\">\n" +
      headings(grades, rows) + "<tbody>\n";
  for (const checks::ClassEntry& entry : grades.entries) text += student_row(entry, rows);
  text += "</tbody>\n</table>\n</div>\n";
  if (rows.empty()) return text;
  return text + "<p><small>Ratios of times where a GPU took them, else of counts.</small></p>\n";
}

}  // namespace bankcheck::report
