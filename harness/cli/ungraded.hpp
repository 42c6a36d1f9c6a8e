// Grades of submissions that never ran, so that every report that was asked for is written.
#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "checks/grade.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::cli {

/// FAIL: the submission is there and cannot be read, which `errors` says. The student has to hand
/// in something else.
checks::Grade unreadable_grade(const rubric::Rubric& rubric, const std::string& submission,
                               const base::Diagnostics& errors);
/// ERROR: nothing could be run, and that is ours.
checks::Grade trouble_grade(const rubric::Rubric& rubric, const std::string& submission,
                            const base::Diagnostics& errors);

}  // namespace bankcheck::cli
