// A grade as the student's entry in the class.
#pragma once

#include "batch/intake.hpp"
#include "batch/stored_result.hpp"
#include "checks/grade.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::batch {

/// Who handed in what; no grade yet.
checks::ClassEntry blank_entry(const HandedIn& handed_in, checks::EntryState state);

/// Of a grade with a verdict, ours included. Texts are shortened.
checks::ClassEntry entry_of(const checks::Grade& grade, const rubric::Rubric& rubric,
                            const HandedIn& handed_in);

/// Whether another attempt would meet the same: the trouble is that no device of ours can run the
/// code, and not that a machine failed.
bool is_lasting_trouble(const checks::Grade& grade);

}  // namespace bankcheck::batch
