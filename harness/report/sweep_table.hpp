// The table of the sweep, one line a row, whatever became of the row.
#pragma once

#include <string>

#include "checks/grade.hpp"

namespace bankcheck::report {

/// Columns that no row has anything for (times without a GPU, degrees that the rubric does not
/// predict) are left out; a single value that is missing is a dash.
std::string render_sweep_table(const checks::Grade& grade, bool colours);

}  // namespace bankcheck::report
