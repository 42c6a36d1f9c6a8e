// Gradebooks of learning platforms: a downloaded file with the marks of a class filled in.
//
// A gradebook is never made up: the platform's own download says which students, columns and maxima
// there are, and every byte that is not a mark (or the feedback to it) goes back as it came.
// Nothing is written for a student without a mark.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "checks/class_grades.hpp"
#include "report/csv.hpp"

namespace bankcheck::report {

/// The filled file, and what whoever uploads it should know. The texts name students as they name
/// themselves: escape them where they are shown.
struct FilledGradebook {
  CsvFile file;
  std::string column;                    ///< that was filled
  std::string scaling;                   ///< how points became marks, one sentence
  std::size_t written = 0;               ///< marks in the file that are of this class
  std::size_t changed = 0;               ///< of those, the ones that differ from what was there
  std::vector<std::string> no_mark;      ///< students in both, with the reason
  std::vector<std::string> not_in_file;  ///< graded, and no row is theirs
  std::vector<std::string> ambiguous;    ///< more than one row or student fits: not written
  std::vector<std::string> left_alone;   ///< rows that the platform would skip or that are excused
  std::vector<std::string> warnings;     ///< written, and the platform may still skip it
  std::size_t not_in_class = 0;          ///< rows of students whom the class does not have
};

struct GradebookFormat {
  std::string_view name;  ///< also the option that takes the file: `--canvas FILE`
  std::string_view description;
  /// `column` is the heading to fill; empty: the only one that can be meant. Errors list what there
  /// is to choose from.
  base::Result<FilledGradebook> (*fill)(const checks::ClassGrades& grades, const CsvFile& download,
                                        const std::string& column);
};

/// Adding a platform is a file with its function, and a row here.
std::span<const GradebookFormat> gradebook_table();

/// Canvas: Grades, Export. Students by `ID`, then the SIS columns, then the name.
base::Result<FilledGradebook> fill_canvas(const checks::ClassGrades& grades,
                                          const CsvFile& download, const std::string& column);
/// Moodle: an assignment's offline grading worksheet. Students by `Identifier`, then e-mail
/// address, then the name. Also fills in `Feedback comments`.
base::Result<FilledGradebook> fill_moodle(const checks::ClassGrades& grades,
                                          const CsvFile& download, const std::string& column);

}  // namespace bankcheck::report
