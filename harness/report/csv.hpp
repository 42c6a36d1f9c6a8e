// Comma-separated values: written as RFC 4180 has them, and read so that what is not changed stays
// as it was, byte for byte.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace bankcheck::report {

/// `value` as a field: quoted where it has to be.
std::string csv_field(std::string_view value, char delimiter = ',');

/// Text from a stranger, fit for a cell: one line, bounded, valid UTF-8, and with an apostrophe
/// before it where a spreadsheet would otherwise read a formula.
std::string csv_text(std::string_view text, std::size_t limit_bytes = 2000);

struct CsvField {
  std::string raw;  ///< as it stands in the file, quotes included
  std::string value;
};

struct CsvRow {
  std::vector<CsvField> fields;
  std::string line_end;  ///< "\r\n", "\n", "\r", or nothing at the end of the file
  int line = 0;          ///< where it begins, from 1

  /// The value of field `index`, without blanks around it; empty when there is no such field.
  std::string_view trimmed(std::size_t index) const;
};

struct CsvFile {
  std::string name;
  std::string byte_order_mark;
  char delimiter = ',';  ///< the one of `,` `;` and tab that the first line has the most of
  std::vector<CsvRow> rows;

  /// The file again: the same bytes where nothing was changed.
  std::string text() const;
  /// Sets a field, quoted as it was; false when it held that value already. A row that is too short
  /// gets empty fields.
  bool set(std::size_t row, std::size_t column, std::string_view value);
};

/// Errors: a quote that is never closed, an encoding that is not UTF-8's, no line at all.
base::Result<CsvFile> parse_csv(const std::string& name, std::string_view text);

}  // namespace bankcheck::report
