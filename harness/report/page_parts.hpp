// The parts of the HTML page, each an element or nothing when there is nothing to show.
//
// Everything that is not a literal of the program is escaped where it is put into markup. The page
// keeps to its content security policy: no attribute `style`, no event attribute, one style and one
// script element.
#pragma once

#include <string>
#include <string_view>

#include "checks/grade.hpp"
#include "report/report_table.hpp"
#include "report/terminal.hpp"

namespace bankcheck::report {

std::string_view page_style();
/// Works on the page as rendered, which is whole without it.
std::string_view page_script();

/// The sweep's table, whatever became of its rows.
std::string table_part(const checks::Grade& grade);
/// Predicted degree, measured ratio and time ratio of each row on a logarithmic scale.
std::string chart_part(const checks::Grade& grade);
/// The banks of the shared accesses of every row, and a slider over strides.
std::string pictures_part(const checks::Grade& grade);
/// The student's source with wavefronts per request beside each line.
std::string source_part(const checks::Grade& grade);
/// Pitfalls that the run shows, by name.
std::string diagnoses_part(const checks::Grade& grade);
std::string findings_part(const checks::Grade& grade, const ReportOptions& options);
/// The compiler's message, hazards, printed text, answers to read and notes.
std::string remarks_part(const checks::Grade& grade);

/// `<section>` with a heading; nothing when `body` is empty.
std::string section(const char* id, const char* title, const std::string& body);
/// The class of a tone: `good`, `bad`, …
const char* css_class(Tone tone);

}  // namespace bankcheck::report
