// The report that people read: every ratio first, then each check, the verdict last.
#include <algorithm>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/report_table.hpp"
#include "report/summary.hpp"
#include "report/sweep_table.hpp"
#include "report/terminal.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kEvidenceBytes = 600;
constexpr std::size_t kHashDigits = 12;

std::string short_hash(const std::string& hash) {
  return hash.empty() ? "" : ", sha256 " + hash.substr(0, kHashDigits);
}

std::string header_line(const char* name, const std::string& text) {
  return text.empty() ? "" : fmt::format("  {:<10}  {}\n", name, text);
}

std::string header(const checks::Grade& grade, bool colours) {
  std::string toolchain = grade.toolchain;
  if (!grade.isolation.empty()) toolchain += ", compiled in: " + grade.isolation;
  std::string device;  // none where nothing is run
  if (!grade.device.kind.empty()) {
    device = base::escape_terminal(grade.device.kind + ": " + grade.device.description);
  }
  std::string title = base::escape_terminal(grade.title.empty() ? grade.exercise : grade.title);
  return paint(title, Tone::kBold, colours) + "\n" +
         header_line("submission",
                     base::escape_terminal(grade.submission) + short_hash(grade.submission_hash)) +
         header_line("rubric",
                     base::escape_terminal(grade.rubric_path) + short_hash(grade.rubric_hash)) +
         header_line("device", device) +
         header_line("toolchain", base::escape_terminal(toolchain)) +
         header_line("bankcheck", grade.harness_version);
}

std::string indented(const std::string& text, const std::string& indent) {
  std::string result;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    result += indent + text.substr(start, end - start) + "\n";
    start = end + 1;
  }
  return result;
}

std::string section(const char* title, const std::string& body, bool colours) {
  return body.empty() ? "" : "\n" + paint(title, Tone::kBold, colours) + "\n" + body;
}

std::string finding_text(const checks::Finding& finding, const ReportOptions& options) {
  const StatusLook status = look(finding.status);
  const std::string points = finding.max_points > 0 ? checks::points_text(finding.points) + "/" +
                                                          checks::points_text(finding.max_points)
                                                    : "";
  std::string text =
      fmt::format("  {}  {:>7}  {}{}{}\n",
                  paint(fmt::format("{:<5}", status.word), status.tone, options.colours), points,
                  base::escape_terminal(finding.title, 200), finding.required ? " (must pass)" : "",
                  finding.hidden ? " (hidden)" : "");
  const std::string indent(18, ' ');
  text += indented(base::escape_terminal(finding.evidence, kEvidenceBytes), indent);
  if (options.hints && !finding.hint.empty() && finding.status != checks::FindingStatus::kPassed) {
    text += indented("hint: " + base::escape_terminal(finding.hint, kEvidenceBytes), indent);
  }
  return text;
}

std::string findings_text(const checks::Grade& grade, const ReportOptions& options) {
  std::string text;
  for (const checks::Finding& finding : grade.findings) text += finding_text(finding, options);
  return text;
}

std::string hazards_text(const checks::Grade& grade) {
  std::string text;
  for (const SeenHazard& entry : seen_hazards(grade)) {
    const std::string place = checks::line_text(entry.hazard->line);
    text += fmt::format("  {}{}: {} (row {}{})\n", place.empty() ? "" : place + ": ",
                        checks::hazard_text(entry.hazard->kind),
                        base::escape_terminal(entry.hazard->text, kEvidenceBytes),
                        base::escape_terminal(entry.row->label, 40),
                        entry.rows > 1 ? fmt::format(" and {} more", entry.rows - 1) : "");
  }
  return base::escape_terminal(text, 4000, true);
}

std::string diagnoses_text(const checks::Grade& grade) {
  std::string text;
  for (const checks::Diagnosis& diagnosis : grade.diagnoses) {
    const std::string rows = rows_text(grade, diagnosis);
    text += fmt::format("  {}{}\n", diagnosis.name,
                        rows.empty() ? "" : " (" + base::escape_terminal(rows, 200) + ")");
    text += "    " + base::escape_terminal(diagnosis.text, kEvidenceBytes) + ".\n";
  }
  return text;
}

std::string printed_text(const checks::Grade& grade) {
  for (const checks::TableRow& row : grade.rows) {
    if (row.record.printed.empty()) continue;
    return "  row " + base::escape_terminal(row.record.label, 40) + ":\n" +
           indented(base::escape_terminal(row.record.printed, 1000, true), "    ");
  }
  return "";
}

std::string notes_text(const checks::Grade& grade) {
  std::string text;
  for (const std::string& note : grade.notes) {
    text += "  " + base::escape_terminal(note, kEvidenceBytes) + "\n";
  }
  return text;
}

std::string sentences_text(const checks::Grade& grade) {
  std::string text;
  for (const auto& [question, answer] : grade.sentences) {
    text += "  " + base::escape_terminal(question, 300) + "\n    " +
            base::escape_terminal(answer, kEvidenceBytes) + "\n";
  }
  return text;
}

std::string verdict_line(const checks::Grade& grade, bool colours) {
  const VerdictLook verdict = look(grade);
  return "\n" + paint(verdict.word, verdict.tone, colours) + ": " +
         base::escape_terminal(grade.verdict_reason, kEvidenceBytes) + "\n";
}

}  // namespace

std::string render_text(const checks::Grade& grade, const ReportOptions& options) {
  const bool colours = options.colours;
  std::string text = header(grade, colours);
  if (!grade.compiler_message.empty()) {
    text +=
        section("The file does not compile",
                indented(base::escape_terminal(grade.compiler_message, 2000, true), "  "), colours);
  }
  if (!grade.rows.empty()) text += "\n" + render_sweep_table(grade, colours);
  text += section("Seen while running", hazards_text(grade), colours);
  text += section("Printed by the kernel", printed_text(grade), colours);
  text += section("Diagnoses", diagnoses_text(grade), colours);
  text += section("Checks", findings_text(grade, options), colours);
  text += section("Answers for a person to read", sentences_text(grade), colours);
  text += section("Notes", notes_text(grade), colours);
  return text + verdict_line(grade, colours);
}

}  // namespace bankcheck::report
