// What a class comes to as a whole: numbers that summaries and the class's page show.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checks/class_grades.hpp"
#include "report/terminal.hpp"

namespace bankcheck::report {

/// How many entries stand so, in the order from PASS to not yet graded; those that nobody is in are
/// left out.
struct StandingCount {
  std::string standing;  ///< as standing_of() says it
  Tone tone = Tone::kPlain;
  std::size_t count = 0;
};
std::vector<StandingCount> standing_counts(const checks::ClassGrades& grades);
Tone tone_of(const checks::ClassEntry& entry);

/// Ratios of one row of the sweep over the class, in ascending order; only positive, finite ones.
struct RatioSpread {
  std::string label;
  std::optional<double> predicted_degree;  ///< the first that an entry has
  std::vector<double> measured;            ///< of counts
  std::vector<double> times;               ///< from a GPU
};
/// Rows that at least a tenth of the entries with ratios have, in the order of the first such
/// entry: strides that only a few students added on their own are left out.
std::vector<RatioSpread> ratio_spreads(const checks::ClassGrades& grades);

/// The value below which `share` (0 to 1) of the sorted values lie, interpolated; 0 of none.
double quantile(const std::vector<double>& sorted, double share);

struct FailedCheck {
  std::string id;
  std::string title;
  std::size_t failed = 0;
  std::size_t judged = 0;
};
/// Checks that somebody failed, the most failed first.
std::vector<FailedCheck> failed_checks(const checks::ClassGrades& grades);

/// Groups of entries (by index) whose kernels are the same or nearly so, each sorted, the largest
/// first. A group is whatever hangs together by `similar_to`.
std::vector<std::vector<std::size_t>> similar_groups(const checks::ClassGrades& grades);

}  // namespace bankcheck::report
