// The access that a row's warps are asked to make, for pictures of it.
#pragma once

#include <optional>

#include "base/bank_model.hpp"
#include "base/run_record.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::checks {

/// The first read of each lane of the first warp, by the rubric's `reads` for the simulator's
/// sizes. Absent where the rubric asks for no reads, or the row's cannot be worked out.
std::optional<base::WarpAccess> expected_access(const rubric::Rubric& rubric,
                                                const base::RowRecord& record);

}  // namespace bankcheck::checks
