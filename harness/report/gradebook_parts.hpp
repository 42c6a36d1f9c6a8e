// What filling in Canvas's and Moodle's gradebooks has in common.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "report/gradebook.hpp"
#include "report/student_match.hpp"

namespace bankcheck::report {

/// An error about the file's headings.
base::Diagnostic heading_error(const CsvFile& file, std::string text);
/// The headings that pass, each in backquotes.
std::string heading_list(const CsvRow& headings, const std::function<bool(std::size_t)>& pass);

/// A number as gradebooks write it, with a point or a comma.
std::optional<double> decimal_value(std::string_view text);
/// At most two decimals.
std::string decimal_text(double value, bool comma);

/// `Lovelace, Ada (ada)`.
std::string student_text(const checks::Student& student);
/// Why an entry has no mark: `INCONCLUSIVE: the times are too noisy`.
std::string no_mark_reason(const checks::ClassEntry& entry);

/// `100 points here are 20 of the exercise: …`
std::string scaling_text(double maximum, double max_points);

/// Sorts the class into what is written and the lists. `write` gets each student who has a mark and
/// a row.
void fill_rows(FilledGradebook& book, const checks::ClassGrades& grades,
               std::span<const std::size_t> rows, const std::vector<Match>& matches,
               const std::function<void(const checks::ClassEntry&, std::size_t, double)>& write);

}  // namespace bankcheck::report
