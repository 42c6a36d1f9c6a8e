#include "report/sweep_table.hpp"

#include "base/escape.hpp"
#include "report/sweep_columns.hpp"
#include "report/terminal.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kLabelBytes = 40;
constexpr std::size_t kResultBytes = 180;

std::vector<std::string> escaped(const std::vector<std::string>& heading) {
  std::vector<std::string> lines;
  for (const std::string& line : heading) lines.push_back(base::escape_terminal(line, 100));
  return lines;
}

}  // namespace

std::string render_sweep_table(const checks::Grade& grade, bool colours) {
  const std::vector<NumberColumn> columns = shown_columns(grade);
  const bool marked = has_origin_marks(grade);
  ColumnTable table;
  table.add_column({"", base::escape_terminal(row_heading(grade), 40)});
  for (const NumberColumn& column : columns) table.add_column(escaped(column.heading));
  if (marked) table.add_column({"", "row is"}, true);
  table.add_column({"", base::escape_terminal(result_heading(grade), 40)}, true);
  for (const checks::TableRow& row : grade.rows) {
    std::vector<Cell> cells = {{base::escape_terminal(row.record.label, kLabelBytes)}};
    for (const NumberColumn& column : columns) cells.push_back({value_text(column, row)});
    if (marked) cells.push_back({origin_mark(row.record.origin), Tone::kDim});
    Cell result = result_cell(row.record);
    result.text = base::escape_terminal(result.text, kResultBytes);
    cells.push_back(std::move(result));
    table.add_row(std::move(cells));
  }
  return table.render(colours);
}

}  // namespace bankcheck::report
