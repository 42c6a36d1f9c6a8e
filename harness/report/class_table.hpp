// Every format that a class's grades can be reported in.
//
// A mark is shown only where there is one: a submission that met trouble of ours, that the
// measurement could not decide, that cannot be read, or that was never handed in has no number in
// any of these, and a word that says why.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "checks/class_grades.hpp"

namespace bankcheck::report {

struct ClassFormat {
  std::string_view name;
  std::string_view description;
  std::string_view file_name;  ///< in the folder of a graded class
  std::string (*render)(const checks::ClassGrades& grades);
};

/// Adding a format is a file with its function, and a row here.
std::span<const ClassFormat> class_table();
/// nullptr when there is no such format.
const ClassFormat* find_class_format(std::string_view name);

/// One line a student, as RFC 4180 has it; no cell is read as a formula.
std::string render_class_csv(const checks::ClassGrades& grades);
/// All of it; harness/report/README.md documents every key.
std::string render_class_json(const checks::ClassGrades& grades);
/// For a browser: one page to filter and sort, with the spread of ratios.
std::string render_class_html(const checks::ClassGrades& grades);
/// Strict JUnit XML, a test case for each student.
std::string render_class_junit(const checks::ClassGrades& grades);

/// What render_class_json() wrote. `name` is the file's, for the errors.
base::Result<checks::ClassGrades> read_class_json(const std::string& name, std::string_view text);

/// The points, where they are a mark: with a verdict of PASS or FAIL, and finite.
std::optional<double> mark_of(const checks::ClassEntry& entry);
/// The verdict of a graded entry, the state's name of any other: `PASS`, `no submission`.
const char* standing_of(const checks::ClassEntry& entry);

}  // namespace bankcheck::report
