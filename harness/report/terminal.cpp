#include "report/terminal.hpp"

#include <algorithm>
#include <array>

namespace bankcheck::report {
namespace {

constexpr std::string_view kGap = "  ";

bool is_continuation_byte(char byte) { return (static_cast<unsigned char>(byte) & 0xc0u) == 0x80u; }

}  // namespace

std::string paint(std::string_view text, Tone tone, bool colours) {
  static constexpr std::array<std::string_view, 6> kCodes = {"", "32", "31", "33", "2", "1"};
  const std::string_view code = kCodes.at(static_cast<std::size_t>(tone));
  if (!colours || code.empty() || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation_byte(c); }));
}

void ColumnTable::add_column(std::vector<std::string> heading, bool left) {
  Column column{std::move(heading), left, 0};
  for (const std::string& line : column.heading) {
    column.width = std::max(column.width, display_width(line));
  }
  columns_.push_back(std::move(column));
}

void ColumnTable::add_row(std::vector<Cell> cells) {
  cells.resize(columns_.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    columns_[i].width = std::max(columns_[i].width, display_width(cells[i].text));
  }
  rows_.push_back(std::move(cells));
}

std::string ColumnTable::render_line(const std::vector<Cell>& cells, bool colours) const {
  std::string line;
  std::size_t owed_blanks = 0;  // not written until something follows them
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Column& column = columns_[i];
    const std::size_t fill = column.width - display_width(cells[i].text);
    owed_blanks += kGap.size() + (column.left ? 0 : fill);
    if (!cells[i].text.empty()) {
      line.append(owed_blanks, ' ');
      line += paint(cells[i].text, cells[i].tone, colours);
      owed_blanks = 0;
    }
    if (column.left) owed_blanks += fill;
  }
  return line + "\n";
}

std::string ColumnTable::render(bool colours) const {
  std::size_t heading_lines = 0;
  for (const Column& column : columns_) {
    heading_lines = std::max(heading_lines, column.heading.size());
  }
  std::string text;
  for (std::size_t line = 0; line < heading_lines; ++line) {
    std::vector<Cell> cells;
    for (const Column& column : columns_) {
      cells.push_back({line < column.heading.size() ? column.heading[line] : "", Tone::kBold});
    }
    text += render_line(cells, colours);
  }
  for (const auto& row : rows_) text += render_line(row, colours);
  return text;
}

}  // namespace bankcheck::report
