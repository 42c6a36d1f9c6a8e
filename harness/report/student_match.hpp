// Finds the row of a downloaded gradebook that belongs to a student, and never guesses.
//
// Theory of operation. Rows are looked for by one identity after the other, the surest first, the
// name last. A name counts only where no identity speaks against it: a row of the same name with
// another ID is somebody else's. When two rows answer, or two students claim one row, nobody gets
// it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checks/class_grades.hpp"
#include "report/csv.hpp"

namespace bankcheck::report {

/// A column that says who a row is, and what of a student it should be equal to.
struct Identity {
  std::string column;  ///< as the file's heading has it
  std::string (*of_student)(const checks::Student& student);
  std::string (*of_cell)(std::string_view cell);  ///< both as lower case without blanks around them
  /// A row with another value is certainly somebody else's.
  bool contradicts = true;
};

struct Match {
  std::optional<std::size_t> row;
  std::string trouble;  ///< why there is no row, when it is more than that the file has none
};

/// For each entry of the class. Two names are the same when they have the same words in any order,
/// or when one is the other written together: `Lovelace, Ada`, `Ada Lovelace`, `lovelaceada`.
/// `rows` are the indices of the file's rows that are students'.
std::vector<Match> match_students(const checks::ClassGrades& grades, const CsvFile& file,
                                  std::span<const std::size_t> rows,
                                  std::span<const Identity> identities,
                                  const std::string& name_column);

/// Lower case (ASCII), without blanks around it.
std::string folded(std::string_view text);

/// Place of the heading, whatever its case; nullopt when the first row has none.
std::optional<std::size_t> find_column(const CsvRow& headings, std::string_view heading);

}  // namespace bankcheck::report
