// A grade as the student may see it, for reports that a platform shows to students.
#pragma once

#include <string>

#include "checks/grade.hpp"

namespace bankcheck::report {

/// The grade without its hidden rows, and with each hidden check down to a number, its status and
/// its points: `Hidden check 2`. Points, verdict and exit status stay as they are. The evidence of
/// a check that is not hidden stays whole, also where it names a hidden row: it says where points
/// went.
checks::Grade student_view(const checks::Grade& grade);

/// Whether the points are a mark: with a verdict of PASS or FAIL. An ERROR, an INCONCLUSIVE or an
/// interrupted run has none, and no report may show it as a number.
bool has_mark(const checks::Grade& grade);
/// For a student whose submission has no mark: what happened, and that it is not a zero.
std::string no_mark_text(const checks::Grade& grade);

/// One bounded line of clean text: names and messages of platforms that expect one.
std::string one_line(std::string_view text, std::size_t limit_bytes = 300);
/// A check's evidence, and its hint where the options ask for it and there is something to hint at.
std::string finding_text(const checks::Finding& finding, bool hints);

}  // namespace bankcheck::report
