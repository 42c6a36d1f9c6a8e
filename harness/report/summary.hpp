// How reports word and colour outcomes, and what they draw together from the rows.
#pragma once

#include <vector>

#include "checks/grade.hpp"
#include "report/terminal.hpp"

namespace bankcheck::report {

struct StatusLook {
  const char* word;  ///< `pass`, `FAIL`, …
  Tone tone;
};
StatusLook look(checks::FindingStatus status);

struct VerdictLook {
  const char* word;  ///< `PASS`, `FAIL`, `INTERRUPTED`, …
  Tone tone;
};
VerdictLook look(const checks::Grade& grade);

/// A hazard, the first row that showed it, and how many did. Points into the grade.
struct SeenHazard {
  const base::Hazard* hazard;
  const base::RowRecord* row;
  std::size_t rows;
};
/// Each kind of hazard once at its line.
std::vector<SeenHazard> seen_hazards(const checks::Grade& grade);

/// The rows of a diagnosis, by the heading of the table: `kernel padded`, `stride 2, 4`.
std::string rows_text(const checks::Grade& grade, const checks::Diagnosis& diagnosis);

}  // namespace bankcheck::report
