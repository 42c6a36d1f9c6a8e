#include <fmt/format.h>

#include "base/escape.hpp"
#include "report/page_parts.hpp"
#include "report/sweep_columns.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kLabelBytes = 40;
constexpr std::size_t kResultBytes = 400;

std::string heading_cell(const std::vector<std::string>& lines, const char* kind) {
  std::string text;
  for (const std::string& line : lines) {
    if (!text.empty() && !line.empty()) text += "<br>";
    text += base::escape_html(line, 100);
  }
  return fmt::format("<th scope=\"col\" class=\"{}\">{}</th>", kind, text);
}

std::string row_markup(const checks::TableRow& row, const std::vector<NumberColumn>& columns,
                       bool marked) {
  std::string text = "<tr><th scope=\"row\" class=\"number\">" +
                     base::escape_html(row.record.label, kLabelBytes) + "</th>";
  for (const NumberColumn& column : columns) {
    text += "<td class=\"number\">" + base::escape_html(value_text(column, row)) + "</td>";
  }
  if (marked) text += fmt::format("<td>{}</td>", base::escape_html(origin_mark(row.record.origin)));
  const Cell result = result_cell(row.record);
  return text + fmt::format("<td class=\"result {}\">{}</td></tr>\n", css_class(result.tone),
                            base::escape_html(result.text, kResultBytes));
}

}  // namespace

std::string table_part(const checks::Grade& grade) {
  if (grade.rows.empty()) return "";
  const std::vector<NumberColumn> columns = shown_columns(grade);
  const bool marked = has_origin_marks(grade);
  std::string text =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"every-ratio\">\n"
      "<table class=\"sweep\">\n<thead><tr>" +
      heading_cell({row_heading(grade)}, "number");
  for (const NumberColumn& column : columns) text += heading_cell(column.heading, "number");
  if (marked) text += heading_cell({"row is"}, "words");
  text += heading_cell({result_heading(grade)}, "words") + "</tr></thead>\n<tbody>\n";
  for (const checks::TableRow& row : grade.rows) text += row_markup(row, columns, marked);
  return text + "</tbody>\n</table>\n</div>\n";
}

}  // namespace bankcheck::report
