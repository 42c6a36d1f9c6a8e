// What stands out in a class's grades.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "checks/class_grades.hpp"

namespace bankcheck::batch {

struct FailedCheck {
  std::string title;
  std::size_t students = 0;
};

/// The ratios of one row over the class, by counts or, where a GPU timed them, by times.
struct RatioSpread {
  std::string label;
  bool by_time = false;
  double least = 0;
  double median = 0;
  double greatest = 0;
  std::size_t students = 0;
};

struct ClassSummary {
  /// Students by what became of them: "PASS", "FAIL", "INCONCLUSIVE", "ERROR" and the states
  /// without a verdict, in this order; each that occurs.
  std::vector<std::pair<std::string, std::size_t>> standings;
  std::vector<FailedCheck> failed;  ///< the most common first
  std::vector<RatioSpread> ratios;  ///< in the order of the sweep
  /// Students who need a person: their keys and the reasons.
  std::vector<std::pair<std::string, std::vector<std::string>>> people;
  bool has_trouble = false;  ///< there is a submission that we failed to grade
};

ClassSummary summarise(const checks::ClassGrades& grades);

/// The standing of one entry, as in `standings`.
const char* standing(const checks::ClassEntry& entry);

}  // namespace bankcheck::batch
