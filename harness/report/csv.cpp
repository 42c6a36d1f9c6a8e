#include "report/csv.hpp"

#include <algorithm>
#include <array>

#include "base/diagnostic.hpp"
#include "base/escape.hpp"

namespace bankcheck::report {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
/// What starts a formula in Excel, LibreOffice or Google Sheets, their full-width forms included.
constexpr std::array<std::string_view, 8> kFormulaStarts = {
    "=", "+", "-", "@", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};

bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

bool is_formula(std::string_view text) {
  return std::any_of(kFormulaStarts.begin(), kFormulaStarts.end(),
                     [&](std::string_view start) { return text.starts_with(start); });
}

char most_frequent_delimiter(std::string_view text) {
  std::array<std::pair<char, int>, 3> counts = {{{',', 0}, {';', 0}, {'\t', 0}}};
  bool quoted = false;
  for (const char byte : text) {
    if (byte == '"') quoted = !quoted;
    if (!quoted && (byte == '\n' || byte == '\r')) break;
    for (auto& [delimiter, count] : counts) count += !quoted && byte == delimiter ? 1 : 0;
  }
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

/// Walks over the text once; every byte ends up in a field, a delimiter or a line end.
class Reader {
 public:
  Reader(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {}

  bool at_end() const { return at_ == text_.size(); }
  int line() const { return line_; }
  /// False when a quote is not closed.
  bool read_row(CsvRow& row) {
    row.line = line_;
    do {
      if (!read_field(row.fields.emplace_back())) return false;
    } while (skip_delimiter());
    row.line_end = read_line_end();
    return true;
  }

 private:
  bool read_field(CsvField& field) {
    const std::size_t start = at_;
    if (peek() == '"' && !read_quoted(field.value)) return false;
    while (!at_end() && text_[at_] != delimiter_ && !is_line_end()) field.value += text_[at_++];
    field.raw = text_.substr(start, at_ - start);
    return true;
  }
  bool read_quoted(std::string& value) {
    ++at_;
    while (!at_end()) {
      const char byte = text_[at_++];
      if (byte == '\n') ++line_;
      if (byte != '"') {
        value += byte;
      } else if (peek() == '"') {
        value += '"';
        ++at_;
      } else {
        return true;
      }
    }
    return false;
  }
  bool skip_delimiter() {
    if (peek() != delimiter_ || at_end()) return false;
    ++at_;
    return true;
  }
  std::string read_line_end() {
    if (at_end()) return "";
    ++line_;
    const std::size_t length = text_.substr(at_).starts_with("\r\n") ? 2 : 1;
    at_ += length;
    return std::string(text_.substr(at_ - length, length));
  }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  bool is_line_end() const { return text_[at_] == '\n' || text_[at_] == '\r'; }

  std::string_view text_;
  char delimiter_;
  std::size_t at_ = 0;
  int line_ = 1;
};

bool has_other_encoding(std::string_view text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff") ||
         text.find('\0') != std::string_view::npos;
}

}  // namespace

std::string csv_field(std::string_view value, char delimiter) {
  const bool plain = value.find_first_of("\"\r\n") == std::string_view::npos &&
                     value.find(delimiter) == std::string_view::npos &&
                     (value.empty() || (!is_blank(value.front()) && !is_blank(value.back())));
  if (plain) return std::string(value);
  std::string field = "\"";
  for (const char byte : value) field.append(byte == '"' ? 2 : 1, byte);
  return field + "\"";
}

std::string csv_text(std::string_view text, std::size_t limit_bytes) {
  std::string line = base::clean_utf8(text, limit_bytes);
  std::replace_if(
      line.begin(), line.end(), [](char byte) { return byte == '\n' || byte == '\t'; }, ' ');
  line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
  return is_formula(line) ? "'" + line : line;
}

std::string_view CsvRow::trimmed(std::size_t index) const {
  if (index >= fields.size()) return "";
  std::string_view value = fields[index].value;
  while (!value.empty() && is_blank(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
  return value;
}

std::string CsvFile::text() const {
  std::string all = byte_order_mark;
  for (const CsvRow& row : rows) {
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
      if (i > 0) all += delimiter;
      all += row.fields[i].raw;
    }
    all += row.line_end;
  }
  return all;
}

bool CsvFile::set(std::size_t row, std::size_t column, std::string_view value) {
  std::vector<CsvField>& fields = rows.at(row).fields;
  if (column >= fields.size()) fields.resize(column + 1);
  CsvField& field = fields.at(column);
  if (field.value == value) return false;
  const bool was_quoted = field.raw.starts_with('"');
  field.value = value;
  field.raw = csv_field(value, delimiter);
  if (was_quoted && !field.raw.starts_with('"')) field.raw = "\"" + field.raw + "\"";
  return true;
}

base::Result<CsvFile> parse_csv(const std::string& name, std::string_view text) {
  if (has_other_encoding(text)) {
    return base::error_in(name, "this is no UTF-8 text; save it as `CSV UTF-8`");
  }
  CsvFile file;
  file.name = name;
  if (text.starts_with(kByteOrderMark)) {
    file.byte_order_mark = kByteOrderMark;
    text.remove_prefix(kByteOrderMark.size());
  }
  file.delimiter = most_frequent_delimiter(text);
  for (Reader reader(text, file.delimiter); !reader.at_end();) {
    const int line = reader.line();
    if (!reader.read_row(file.rows.emplace_back())) {
      return base::error_in(name, "a quote in this row is never closed", line);
    }
  }
  if (file.rows.empty()) return base::error_in(name, "the file is empty");
  return file;
}

}  // namespace bankcheck::report
