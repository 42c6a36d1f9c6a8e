// Which rows run the same tile with and without padding: what several findings compare.
#pragma once

#include <vector>

#include "checks/grade.hpp"

namespace bankcheck::checks {

/// The row that `row` is a padded version of: it has shared memory, but less than `row`; of several
/// the one with most. nullptr when there is none.
const TableRow* unpadded_row(const std::vector<TableRow>& rows, const TableRow& row);

}  // namespace bankcheck::checks
