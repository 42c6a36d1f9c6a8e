// Colours and columns for reports that a terminal shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bankcheck::report {

enum class Tone { kPlain, kGood, kBad, kWarning, kDim, kBold };

/// `text` with the tone's escape codes around it; unchanged when `colours` is false.
std::string paint(std::string_view text, Tone tone, bool colours);

/// Columns that a terminal needs to show `text`: code points of valid UTF-8, none of them wide.
std::size_t display_width(std::string_view text);

struct Cell {
  std::string text;
  Tone tone = Tone::kPlain;
};

/// A table with a heading of one or more lines. Cells are aligned to the right but for the columns
/// that are said to be `left`. No line has blanks at its end.
class ColumnTable {
 public:
  void add_column(std::vector<std::string> heading, bool left = false);
  void add_row(std::vector<Cell> cells);
  std::string render(bool colours) const;

 private:
  struct Column {
    std::vector<std::string> heading;
    bool left = false;
    std::size_t width = 0;
  };
  std::string render_line(const std::vector<Cell>& cells, bool colours) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace bankcheck::report
