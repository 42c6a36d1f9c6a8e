#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/access_rows.hpp"
#include "report/page_parts.hpp"
#include "report/sweep_columns.hpp"

namespace bankcheck::report {
namespace {

constexpr int kMostLines = 3000;
constexpr std::size_t kLineBytes = 300;

/// What one row has to say of one line. `conflicts` marks shared accesses of more than one
/// wavefront.
struct LineNote {
  std::string shared;
  std::string global;
  bool conflicts = false;
};

LineNote note_of(const base::MemoryCounts& counts) {
  LineNote note;
  for (const AccessRow& row : access_rows(counts)) {
    if (row.requests == 0) continue;
    std::string& text = row.is_shared ? note.shared : note.global;
    std::string name = row.name;
    name = name.substr(name.find(' ') + 1);
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, checks::ratio_text(row.mean()));
    note.conflicts = note.conflicts || (row.is_shared && row.worst > 1);
  }
  return note;
}

/// Rows that have counts: the listing shows one at a time.
std::vector<const checks::TableRow*> counted_rows(const checks::Grade& grade) {
  std::vector<const checks::TableRow*> rows;
  for (const checks::TableRow& row : grade.rows) {
    if (!row.record.lines.empty()) rows.push_back(&row);
  }
  return rows;
}

std::size_t costliest(const std::vector<const checks::TableRow*>& rows) {
  const auto most = std::max_element(rows.begin(), rows.end(), [](const auto* a, const auto* b) {
    return a->measured.value_or(0) < b->measured.value_or(0);
  });
  return static_cast<std::size_t>(most - rows.begin());
}

/// By line of one file, the notes of every row in order.
using NotesByLine = std::map<int, std::vector<LineNote>>;

NotesByLine notes_of(const std::string& file, const std::vector<const checks::TableRow*>& rows) {
  NotesByLine notes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const base::LineCounts& line : rows[i]->record.lines) {
      if (line.line.file != file) continue;
      std::vector<LineNote>& of_line = notes[line.line.line];
      of_line.resize(rows.size());
      of_line[i] = note_of(line.counts);
    }
  }
  return notes;
}

/// A cell with the shown row's text, and those of all rows in order for the script.
std::string note_cell(const std::vector<LineNote>& notes, std::size_t shown,
                      std::string LineNote::*member) {
  const bool shared = member == &LineNote::shared;
  std::string all;
  for (const LineNote& note : notes) {
    if (!all.empty() || &note != &notes.front()) all += "|";
    all += (shared && note.conflicts ? "!" : "") + note.*member;
  }
  const LineNote& note = notes[shown];
  return fmt::format("<td class=\"note{}\" data-rows=\"{}\">{}</td>",
                     shared && note.conflicts ? " hot" : "", all, note.*member);
}

std::string line_markup(int number, std::string_view text, const NotesByLine& notes,
                        std::size_t shown) {
  const auto found = notes.find(number);
  std::string cells = "<td></td><td></td>";
  if (found != notes.end()) {
    cells = note_cell(found->second, shown, &LineNote::shared) +
            note_cell(found->second, shown, &LineNote::global);
  }
  return fmt::format(
      "<tr><th scope=\"row\" class=\"line\">{}</th>{}<td class=\"code\">{}</td></tr>\n", number,
      cells, base::escape_html(text, kLineBytes));
}

std::string listing(const checks::QuotedFile& file,
                    const std::vector<const checks::TableRow*>& rows, std::size_t shown,
                    std::size_t index) {
  const NotesByLine notes = notes_of(file.name, rows);
  const base::SourceText source(file.name, file.text);
  const auto lines = static_cast<int>(std::count(file.text.begin(), file.text.end(), '\n')) +
                     (file.text.empty() || file.text.back() == '\n' ? 0 : 1);
  std::string text = fmt::format(
      "<h3 id=\"file-{0}\">{1}</h3>\n<div class=\"scroll listing\" tabindex=\"0\" role=\"region\" "
      "aria-labelledby=\"file-{0}\">\n<table class=\"source\">\n<thead><tr><th "
      "scope=\"col\">line</th><th scope=\"col\">wavefronts a request</th><th scope=\"col\">sectors "
      "a "
      "request</th><th scope=\"col\">source</th></tr></thead>\n<tbody>\n",
      index, base::escape_html(file.name, 200));
  for (int number = 1; number <= std::min(lines, kMostLines); ++number) {
    text += line_markup(number, source.line(number), notes, shown);
  }
  text += "</tbody>\n</table>\n</div>\n";
  if (lines > kMostLines) text += fmt::format("<p>{} lines more.</p>\n", lines - kMostLines);
  return text;
}

std::string row_choice(const checks::Grade& grade, const std::vector<const checks::TableRow*>& rows,
                       std::size_t shown) {
  std::string options;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    options += fmt::format("<option value=\"{}\"{}>{}</option>", i, i == shown ? " selected" : "",
                           base::escape_html(rows[i]->record.label, 40));
  }
  const std::string heading = base::escape_html(row_heading(grade), 60);
  return fmt::format(
      "<p class=\"control\">Counted by the simulator for {} <span id=\"row-shown\">{}</span>"
      "<span id=\"row-choice\" hidden><label for=\"row\" class=\"unseen\">{} whose counts are "
      "shown</label><select id=\"row\">{}</select></span></p>\n",
      heading, base::escape_html(rows[shown]->record.label, 40), heading, options);
}

}  // namespace

std::string source_part(const checks::Grade& grade) {
  const std::vector<const checks::TableRow*> rows = counted_rows(grade);
  if (grade.files.empty()) return "";
  const std::size_t shown = rows.empty() ? 0 : costliest(rows);
  std::string text = rows.empty() ? "" : row_choice(grade, rows, shown);
  for (std::size_t i = 0; i < grade.files.size(); ++i) {
    text += listing(grade.files[i], rows, shown, i);
  }
  return text;
}

}  // namespace bankcheck::report
