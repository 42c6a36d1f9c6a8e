// The parts of the class's page, each an element or nothing when there is nothing to show. They
// keep to the same rules as those of a student's page: see page_parts.hpp.
#pragma once

#include <string>
#include <string_view>

#include "checks/class_grades.hpp"

namespace bankcheck::report {

std::string_view class_page_style();
/// Filters and sorts the table, which is whole without it.
std::string_view class_page_script();

/// How many stand how; the script makes filters of them.
std::string standings_part(const checks::ClassGrades& grades);
/// The ratios of each row over the class: a histogram each on a logarithmic scale, and a table.
std::string spread_part(const checks::ClassGrades& grades);
std::string failed_checks_part(const checks::ClassGrades& grades);
/// Submissions that somebody should look at, with the reasons.
std::string needs_person_part(const checks::ClassGrades& grades);
std::string similar_part(const checks::ClassGrades& grades);
std::string answers_part(const checks::ClassGrades& grades);
/// The controls and a line for every student.
std::string students_part(const checks::ClassGrades& grades);

/// The student's name with a link to their page, where there is one.
std::string student_link(const checks::ClassEntry& entry);
/// `page` as the value of `href`: a path below the class's folder, percent-encoded; empty for
/// anything else.
std::string relative_link(std::string_view page);

}  // namespace bankcheck::report
