// delays: the kernel's code neither reads a clock nor sleeps.
//
// A kernel that waits in proportion to the stride fakes the ratios of a timing without a conflict.
// Where a GPU times the rows, times_agree sees the waiting; this check reads the code, so that it
// sees it on the simulator too.
#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {

Finding check_delays(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const auto rows = rows_of_set(input, spec);
  for (const TableRow* row : rows) {
    if (row->record.delays.empty()) continue;
    return failed(finding, "the kernel " + row->record.delays.front(),
                  "the ratios must come from shared memory alone");
  }
  if (auto blocked = blocked_by_rows(input, finding, rows)) return *blocked;
  if (auto idle = blocked_by_idle_rows(input, finding, rows)) return *idle;
  return passed(finding, "the kernel neither reads a clock nor sleeps");
}

}  // namespace bankcheck::checks
