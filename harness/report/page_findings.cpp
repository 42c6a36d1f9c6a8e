#include <array>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/page_parts.hpp"
#include "report/summary.hpp"
#include "report/sweep_columns.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kEvidenceBytes = 1000;

std::string finding_markup(const checks::Finding& finding, const ReportOptions& options) {
  const StatusLook status = look(finding.status);
  const std::string points = finding.max_points > 0 ? checks::points_text(finding.points) + "/" +
                                                          checks::points_text(finding.max_points)
                                                    : "";
  std::string text = fmt::format(
      "<li><span class=\"status {}\">{}</span><span class=\"points\">{}</span><div><p "
      "class=\"title\">{}{}{}</p><p>{}</p>",
      css_class(status.tone), status.word, points, base::escape_html(finding.title, 300),
      finding.required ? " <small>must pass</small>" : "",
      finding.hidden ? " <small>hidden</small>" : "",
      base::escape_html(finding.evidence, kEvidenceBytes));
  if (options.hints && !finding.hint.empty() && finding.status != checks::FindingStatus::kPassed) {
    text += "<p class=\"hint\">Hint: " + base::escape_html(finding.hint, kEvidenceBytes) + "</p>";
  }
  return text + "</div></li>\n";
}

std::string hazards(const checks::Grade& grade) {
  std::string items;
  for (const SeenHazard& seen : seen_hazards(grade)) {
    const std::string place = checks::line_text(seen.hazard->line);
    items += fmt::format("<li><strong>{}{}</strong>: {} ({} {}{})</li>\n",
                         place.empty() ? "" : base::escape_html(place, 200) + ": ",
                         checks::hazard_text(seen.hazard->kind),
                         base::escape_html(seen.hazard->text, kEvidenceBytes),
                         base::escape_html(row_heading(grade), 60),
                         base::escape_html(seen.row->label, 40),
                         seen.rows > 1 ? fmt::format(" and {} more", seen.rows - 1) : "");
  }
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

std::string printed(const checks::Grade& grade) {
  for (const checks::TableRow& row : grade.rows) {
    if (row.record.printed.empty()) continue;
    return fmt::format("<p>{} {}:</p>\n<pre>{}</pre>\n", base::escape_html(row_heading(grade), 60),
                       base::escape_html(row.record.label, 40),
                       base::escape_html(row.record.printed, 4000));
  }
  return "";
}

std::string answers(const checks::Grade& grade) {
  std::string items;
  for (const auto& [question, answer] : grade.sentences) {
    items += fmt::format("<dt>{}</dt><dd>{}</dd>\n", base::escape_html(question, 400),
                         base::escape_html(answer, 4000));
  }
  return items.empty() ? "" : "<dl>\n" + items + "</dl>\n";
}

std::string notes(const checks::Grade& grade) {
  std::string items;
  for (const std::string& note : grade.notes) {
    items += "<li>" + base::escape_html(note, kEvidenceBytes) + "</li>\n";
  }
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

}  // namespace

std::string section(const char* id, const char* title, const std::string& body) {
  if (body.empty()) return "";
  return fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n", id, title) +
         body + "</section>\n";
}

const char* css_class(Tone tone) {
  static constexpr std::array<const char*, 6> kClasses = {"plain", "good",  "bad",
                                                          "open",  "quiet", "plain"};
  return kClasses.at(static_cast<std::size_t>(tone));
}

std::string findings_part(const checks::Grade& grade, const ReportOptions& options) {
  std::string items;
  for (const checks::Finding& finding : grade.findings) items += finding_markup(finding, options);
  return items.empty() ? "" : "<ul class=\"findings\">\n" + items + "</ul>\n";
}

std::string diagnoses_part(const checks::Grade& grade) {
  std::string items;
  for (const checks::Diagnosis& diagnosis : grade.diagnoses) {
    const std::string rows = rows_text(grade, diagnosis);
    items += fmt::format("<dt>{}{}</dt><dd>{}.</dd>\n", diagnosis.name,
                         rows.empty() ? "" : " <small>" + base::escape_html(rows, 200) + "</small>",
                         base::escape_html(diagnosis.text, kEvidenceBytes));
  }
  return items.empty() ? "" : "<dl class=\"diagnoses\">\n" + items + "</dl>\n";
}

std::string remarks_part(const checks::Grade& grade) {
  return section("seen", "Seen while running", hazards(grade)) +
         section("printed", "Printed by the kernel", printed(grade)) +
         section("answers", "Answers for a person to read", answers(grade)) +
         section("notes", "Notes", notes(grade));
}

}  // namespace bankcheck::report
