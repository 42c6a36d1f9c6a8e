// The rubric that a submission is for, when the user names none.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"
#include "submission/submission_place.hpp"

namespace bankcheck::cli {

/// Path of a rubric of `rubrics`: the one whose exercise the submission's answers file names in its
/// line `exercise: NAME`, else the one whose kernels' names all occur in its source files.
/// Fails when none or several fit, and says what to do.
base::Result<std::string> find_rubric(const submission::SubmissionPlace& submission,
                                      const std::filesystem::path& rubrics);

}  // namespace bankcheck::cli
