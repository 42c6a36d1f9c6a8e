// The list of a class: who should have handed in.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "batch/intake.hpp"

namespace bankcheck::batch {

/// Reads the rows of a CSV file whose first row names the columns: a gradebook exported from
/// Canvas, a grading worksheet from Moodle, or any file with some of the columns name, id, sis id,
/// login, email, section. Fails when there is no column that says who somebody is.
base::Result<std::vector<checks::Student>> read_roster(
    const std::string& path, const std::vector<std::vector<std::string>>& rows);

/// Finds each student in the roster (by id, registrar's id, login, email, then name) and takes over
/// what it knows of them, but for the key. Students of the roster who handed nothing in are added;
/// those who are not in it stay, with a remark.
void apply_roster(const std::vector<checks::Student>& roster, Intake* intake);

}  // namespace bankcheck::batch
