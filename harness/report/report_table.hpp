// Every format that a grade can be reported in.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "checks/grade.hpp"

namespace bankcheck::report {

struct ReportOptions {
  bool colours = false;
  bool hints = true;
};

struct ReportFormat {
  std::string_view name;
  std::string_view description;
  std::string (*render)(const checks::Grade& grade, const ReportOptions& options);
};

/// Adding a format is a file with its function, and a row here.
std::span<const ReportFormat> report_table();
/// nullptr when there is no such format.
const ReportFormat* find_format(std::string_view name);

/// For people: the header, the table, each check with its evidence, the verdict as the last line.
std::string render_text(const checks::Grade& grade, const ReportOptions& options);
/// For programs: the same and more; harness/report/README.md documents every key.
std::string render_json(const checks::Grade& grade, const ReportOptions& options);
/// For a browser: one page that needs nothing else, the same bytes for the same grade.
std::string render_html(const checks::Grade& grade, const ReportOptions& options);
/// For CI: strict JUnit XML, a test case for each check and one for the verdict.
std::string render_junit(const checks::Grade& grade, const ReportOptions& options);

// For platforms that show it to students: without hidden rows, with hidden checks as mere numbers.
// A grade without a mark says so by the platform's own means; see each one's file.
std::string render_gradescope(const checks::Grade& grade, const ReportOptions& options);
std::string render_prairielearn(const checks::Grade& grade, const ReportOptions& options);
std::string render_autolab(const checks::Grade& grade, const ReportOptions& options);
std::string render_github_classroom(const checks::Grade& grade, const ReportOptions& options);

}  // namespace bankcheck::report
